import { sql } from 'kysely'
import type { PlanKind } from '#domain/plans/plans.ts'
import type { SubscriptionStatus, SubscriptionView } from '#domain/subscriptions/subscriptions.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

/**
 * The caller's own patient record in this clinic, or null.
 *
 * Also while the email is unconfirmed and the membership pending (docs/threats.md T31): whoever has just signed up may
 * pay for a plan and see that payment. That reveals nothing of the clinic's, and a person who later proves the address
 * takes the account over with the paid plan.
 */
export async function ownPatientId(tx: Tx): Promise<string | null> {
  const { rows } = await sql<{ id: string | null }>`select app.own_patient_id() as id`.execute(tx)
  return rows[0]?.id ?? null
}

/** A subscription with its plan, as actions answer it. Role `system`. */
export async function subscriptionView(
  tx: Tx,
  clinicId: string,
  subscriptionId: string,
): Promise<SubscriptionView> {
  const row = await tx
    .selectFrom('subscriptions as s')
    .innerJoin('plans as p', (join) =>
      join.onRef('p.clinic_id', '=', 's.clinic_id').onRef('p.id', '=', 's.plan_id'),
    )
    .select(['s.id', 's.status', 's.current_period_end', 's.cancel_at_period_end', 'p.kind', 'p.name'])
    .where('s.clinic_id', '=', clinicId)
    .where('s.id', '=', subscriptionId)
    .executeTakeFirstOrThrow()
  return {
    id: row.id,
    status: row.status as SubscriptionStatus,
    planKind: row.kind as PlanKind,
    planName: row.name,
    currentPeriodEnd: row.current_period_end.toISOString(),
    cancelAtPeriodEnd: row.cancel_at_period_end,
  }
}
