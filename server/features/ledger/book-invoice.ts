import type { Tx } from '#server/platform/database/transactions.ts'
import type { ChargeFacts } from '#server/platform/stripe/charges.ts'
import type { InvoiceFacts } from '#server/platform/stripe/invoices.ts'
import { bookedParts, negated, nextTax, type Part } from './booked-parts.ts'
import { accounts, post, type RevenueKind } from './ledger.ts'

interface Booking {
  clinicId: string
  kind: RevenueKind
  facts: InvoiceFacts
  source: string
  now: Date
}

/**
 * Books an invoice's succeeded charges and refunds at their dates (cash basis, docs/payments.md 9). Idempotent. A
 * booked refund that fails later is reversed when the failure is seen (docs/domain-rules.md rule 6). Role `system`.
 */
export async function bookInvoice(tx: Tx, booking: Booking): Promise<void> {
  const { clinicId, facts } = booking
  const charges = facts.charges.filter(({ status }) => status === 'succeeded')
  const booked = await bookedParts(tx, clinicId, charges.flatMap(keysOf))
  const invoice = { amountCents: facts.totalCents, taxCents: facts.taxCents }
  const parts: Part[] = []
  for (const { id } of charges) {
    const known = booked.get(`charge:${id}`)
    if (known) parts.push(known)
  }
  for (const charge of charges) {
    const { amountCents } = charge
    const known = booked.get(`charge:${charge.id}`)
    const part = known ?? { amountCents, taxCents: nextTax(parts, amountCents, invoice) }
    if (!known) {
      await bookCharge(tx, booking, charge, part)
      parts.push(part)
    }
    await bookRefunds(tx, booking, charge, part, booked)
  }
}

function keysOf({ id, refunds }: ChargeFacts): string[] {
  return [
    `charge:${id}`,
    ...refunds.flatMap((refund) => [`refund:${refund.id}`, `refund-failed:${refund.id}`]),
  ]
}

async function bookCharge(tx: Tx, booking: Booking, charge: ChargeFacts, part: Part): Promise<void> {
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
      amounts: split(clinicId, kind, part),
    },
    now,
  )
}

/** @param booked by key; a refund and its failure cancel out */
async function bookRefunds(
  tx: Tx,
  booking: Booking,
  charge: ChargeFacts,
  whole: Part,
  booked: ReadonlyMap<string, Part>,
): Promise<void> {
  const { clinicId, kind, source, now } = booking
  const returned = charge.refunds.flatMap(({ id }) =>
    [booked.get(`refund:${id}`), booked.get(`refund-failed:${id}`)].flatMap((part) =>
      part ? [negated(part)] : [],
    ),
  )
  for (const { id, status, amountCents, currency, refundedAt } of charge.refunds) {
    const fact = { clinicId, currency, source }
    const key = `refund:${id}`
    const known = booked.get(key)
    if (status === 'succeeded' && !known) {
      const part = { amountCents, taxCents: nextTax(returned, amountCents, whole) }
      const amounts = split(clinicId, kind, negated(part))
      await post(tx, { ...fact, key, kind: 'refund', occurredAt: refundedAt, amounts }, now)
      returned.push(part)
    } else if (status === 'failed' && known && !booked.has(`refund-failed:${id}`)) {
      const amounts = split(clinicId, kind, negated(known))
      const failedKey = `refund-failed:${id}`
      await post(tx, { ...fact, key: failedKey, kind: 'refund_failed', occurredAt: now, amounts }, now)
      returned.push(known)
    }
  }
}

function split(clinicId: string, kind: RevenueKind, { amountCents, taxCents }: Part) {
  return {
    [accounts.clearing(clinicId)]: amountCents,
    [accounts.revenue(clinicId, kind)]: taxCents - amountCents,
    [accounts.tax(clinicId)]: -taxCents,
  }
}
