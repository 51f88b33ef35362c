import { planKinds } from '#domain/plans/plans.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import type { DisputeFacts } from '#server/platform/stripe/disputes.ts'
import { bookedParts, negated, nextTax, type Part } from './booked-parts.ts'
import { accounts, post } from './ledger.ts'

/**
 * Books a lost dispute. Idempotent. It leaves the commission's base without tax, in the month of the booking
 * (docs/domain-rules.md rule 3). Role `system`, after the charge is booked.
 */
export async function bookLostDispute(
  tx: Tx,
  { clinicId, facts, source, now }: { clinicId: string; facts: DisputeFacts; source: string; now: Date },
): Promise<void> {
  const postings = await tx
    .selectFrom('journal as j')
    .innerJoin('postings as p', (join) =>
      join.onRef('p.clinic_id', '=', 'j.clinic_id').onRef('p.journal_id', '=', 'j.id'),
    )
    .select(['p.account', 'p.amount_cents as cents'])
    .where('j.clinic_id', '=', clinicId)
    .where('j.key', '=', `charge:${facts.charge}`)
    .execute()
  const on = (account: string) => postings.find((each) => each.account === account)?.cents ?? 0
  const chargedCents = on(accounts.stripe(clinicId))
  if (chargedCents === 0) throw new Error(`dispute ${facts.id} of a charge that is not booked`)
  const kind = planKinds.find((each) => on(accounts.revenue(clinicId, each)) !== 0) ?? 'uninsured'
  const whole = { amountCents: chargedCents, taxCents: 0 - on(accounts.tax(clinicId)) }
  const taxCents = nextTax(await refundedParts(tx, clinicId, facts.charge), facts.amountCents, whole)
  await post(
    tx,
    {
      clinicId,
      key: `dispute:${facts.id}`,
      kind: 'dispute_lost',
      occurredAt: now,
      currency: facts.currency,
      source,
      amounts: {
        [accounts.stripe(clinicId)]: -facts.amountCents,
        [accounts.disputes(clinicId, kind)]: facts.amountCents - taxCents,
        [accounts.tax(clinicId)]: taxCents,
      },
    },
    now,
  )
}

async function refundedParts(tx: Tx, clinicId: string, charge: string): Promise<Part[]> {
  const refunds = await tx
    .selectFrom('refunds')
    .select('id')
    .where('clinic_id', '=', clinicId)
    .where('payment_id', '=', charge)
    .execute()
  const keys = refunds.flatMap(({ id }) => [`refund:${id}`, `refund-failed:${id}`])
  return [...(await bookedParts(tx, clinicId, keys)).values()].map(negated)
}
