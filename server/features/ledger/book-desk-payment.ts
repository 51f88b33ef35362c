import { taxShare } from '#domain/statements/commission.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { accounts, post, type RevenueKind } from './ledger.ts'

interface DeskBooking {
  clinicId: string
  paymentId: string
  amountCents: number
  currency: string
  occurredAt: Date
  source: string
  now: Date
}

/** Books a payment that the desk received, as the revenue of its invoice (docs/decisions/0188). Role `system`. */
export async function bookDeskPayment(
  tx: Tx,
  booking: DeskBooking & { kind: RevenueKind; invoice: { totalCents: number; taxCents: number } },
): Promise<void> {
  const { clinicId, paymentId, amountCents, kind, invoice, now, ...fact } = booking
  const taxCents = taxShare(amountCents, invoice.totalCents, invoice.taxCents)
  await post(
    tx,
    {
      clinicId,
      key: `charge:${paymentId}`,
      kind: 'charge',
      occurredAt: fact.occurredAt,
      currency: fact.currency,
      source: fact.source,
      amounts: {
        [accounts.cash(clinicId)]: amountCents,
        [accounts.revenue(clinicId, kind)]: taxCents - amountCents,
        [accounts.tax(clinicId)]: -taxCents,
      },
    },
    now,
  )
}

/**
 * Books the counterpart of a payment at the desk, on the day of the reversal: a closed month stays as it is. Role
 * `system`.
 * @param booking.reversal its id
 * @param booking.taxCents as booked with the payment
 * @returns false if it was booked before
 */
export async function bookReversal(
  tx: Tx,
  { reversal, taxCents, ...booking }: DeskBooking & { reversal: string; kind: RevenueKind; taxCents: number },
): Promise<boolean> {
  const { clinicId, amountCents, kind, now, occurredAt, currency, source } = booking
  const journal = await post(
    tx,
    {
      clinicId,
      key: `reversal:${reversal}`,
      kind: 'payment_reversed',
      occurredAt,
      currency,
      source,
      amounts: {
        [accounts.cash(clinicId)]: -amountCents,
        [accounts.revenue(clinicId, kind)]: amountCents - taxCents,
        [accounts.tax(clinicId)]: taxCents,
      },
    },
    now,
  )
  return journal !== null
}
