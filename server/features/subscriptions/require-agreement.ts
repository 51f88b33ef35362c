import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

/** Longer than a payment page stays open. */
const longestJoining = sql<Date>`interval '36 hours'`

/**
 * Requires the payer's agreement to a plan that the desk added: the first payment in the portal asks for it
 * (docs/decisions/0205). As the payer, or in the role `system`.
 * @throws AppError `agreement_missing`
 */
export async function requireAgreement(tx: Tx, clinicId: string, subscriptionId: string): Promise<void> {
  const signed = await tx
    .selectFrom('subscriptions as s')
    .innerJoin('plan_agreements as a', (join) =>
      join
        .onRef('a.clinic_id', '=', 's.clinic_id')
        .onRef('a.patient_id', '=', 's.owner_patient_id')
        .onRef('a.plan_id', '=', 's.plan_id'),
    )
    .select('a.id')
    .where('s.clinic_id', '=', clinicId)
    .where('s.id', '=', subscriptionId)
    // one of an earlier membership does not count; online it is signed before the plan starts
    .where('a.signed_at', '>', (row) => row(row.ref('s.started_at'), '-', longestJoining))
    .executeTakeFirst()
  if (!signed) throw new AppError('agreement_missing', { details: { subscriptionId } })
}
