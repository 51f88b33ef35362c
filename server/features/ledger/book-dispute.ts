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
  const key = `charge:${facts.charge}`
  const charge = (await bookedParts(tx, clinicId, [key])).get(key)
  if (!charge) throw new Error(`dispute ${facts.id} of a charge that is not booked`)
  const taxCents = nextTax(await refundedParts(tx, clinicId, facts.charge), facts.amountCents, charge)
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
        [accounts.clearing(clinicId)]: -facts.amountCents,
        [accounts.disputes(clinicId, charge.kind)]: facts.amountCents - taxCents,
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
