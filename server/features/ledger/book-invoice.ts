import type { PlanKind } from '#domain/plans/plans.ts'
import { taxShare } from '#domain/statements/commission.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import type { ChargeFacts } from '#server/platform/stripe/charges.ts'
import type { InvoiceFacts } from '#server/platform/stripe/invoices.ts'
import { accounts, isBooked, post } from './ledger.ts'

interface Booking {
  clinicId: string
  kind: PlanKind
  facts: InvoiceFacts
  source: string
  now: Date
}

/**
 * Books an invoice's succeeded charges and refunds at their dates (cash basis, docs/payments.md 9). Idempotent. A
 * booked refund that fails later is reversed when the failure is seen (docs/domain-rules.md rule 6). Role `system`.
 */
export async function bookInvoice(tx: Tx, booking: Booking): Promise<void> {
  const { facts } = booking
  let chargedCents = 0
  for (const charge of facts.charges.filter(({ status }) => status === 'succeeded')) {
    // the difference of running totals, so that the charges' tax adds up to the invoice's
    const taxBefore = taxShare(chargedCents, facts.totalCents, facts.taxCents)
    chargedCents += charge.amountCents
    const taxCents = taxShare(chargedCents, facts.totalCents, facts.taxCents) - taxBefore
    await bookCharge(tx, booking, charge, taxCents)
    await bookRefunds(tx, booking, charge, taxCents)
  }
}

async function bookCharge(tx: Tx, booking: Booking, charge: ChargeFacts, taxCents: number): Promise<void> {
  const { clinicId, kind, source, now } = booking
  await post(
    tx,
    {
      clinicId,
      key: `charge:${charge.id}`,
      kind: 'charge',
      occurredAt: charge.chargedAt,
      currency: charge.currency,
      source,
      amounts: split(clinicId, kind, charge.amountCents, taxCents),
    },
    now,
  )
}

async function bookRefunds(tx: Tx, booking: Booking, charge: ChargeFacts, taxCents: number): Promise<void> {
  const { clinicId, kind, source, now } = booking
  let refundedCents = 0
  for (const refund of charge.refunds) {
    const taxBefore = taxShare(refundedCents, charge.amountCents, taxCents)
    refundedCents += refund.amountCents
    const refundTaxCents = taxShare(refundedCents, charge.amountCents, taxCents) - taxBefore
    const fact = { clinicId, currency: refund.currency, source }
    const key = `refund:${refund.id}`
    if (refund.status === 'succeeded') {
      const amounts = split(clinicId, kind, -refund.amountCents, -refundTaxCents)
      await post(tx, { ...fact, key, kind: 'refund', occurredAt: refund.refundedAt, amounts }, now)
    } else if (refund.status === 'failed' && (await isBooked(tx, key))) {
      const amounts = split(clinicId, kind, refund.amountCents, refundTaxCents)
      const failedKey = `refund-failed:${refund.id}`
      await post(tx, { ...fact, key: failedKey, kind: 'refund_failed', occurredAt: now, amounts }, now)
    }
  }
}

function split(clinicId: string, kind: PlanKind, amountCents: number, taxCents: number) {
  return {
    [accounts.stripe(clinicId)]: amountCents,
    [accounts.revenue(clinicId, kind)]: taxCents - amountCents,
    [accounts.tax(clinicId)]: -taxCents,
  }
}
