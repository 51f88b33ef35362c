import type { Tx } from '#server/platform/database/transactions.ts'
import type { InvoiceFacts } from '#server/platform/stripe/invoices.ts'
import { accounts, isBooked, post } from './ledger.ts'

interface Booking {
  clinicId: string
  kind: 'commission' | 'tier' | 'other'
  facts: InvoiceFacts
  source: string
  now: Date
}

/**
 * Books a clinic's payments to Carefold: succeeded charges against its debt, refunds against Carefold's revenue.
 * Idempotent. A commission is owed from its month's close, anything else from its issue until it is paid or voided.
 * Role `system`.
 */
export async function bookClinicInvoice(
  tx: Tx,
  { clinicId, kind, facts, source, now }: Booking,
): Promise<void> {
  const receivable = accounts.receivable(clinicId)
  const revenue = kind === 'commission' ? accounts.commission() : accounts.fees()
  const base = { clinicId, currency: facts.currency, source }
  if (kind !== 'commission' && facts.status !== 'void') {
    const fee = {
      ...base,
      key: `platform-fee:${facts.id}`,
      kind: 'platform_fee' as const,
      occurredAt: facts.issuedAt,
      amounts: { [receivable]: facts.totalCents, [revenue]: -facts.totalCents },
    }
    await post(tx, fee, now)
  }
  const isOwed = kind === 'commission' || (await isBooked(tx, clinicId, `platform-fee:${facts.id}`))
  if (isOwed && facts.status === 'void') {
    const [key, forgivenKind] =
      kind === 'commission'
        ? ([`commission-forgiven:${facts.id}`, 'commission_forgiven'] as const)
        : ([`platform-fee-forgiven:${facts.id}`, 'platform_fee_forgiven'] as const)
    const forgiven = {
      ...base,
      key,
      kind: forgivenKind,
      occurredAt: now,
      amounts: { [revenue]: facts.totalCents, [receivable]: -facts.totalCents },
    }
    await post(tx, forgiven, now)
  }
  const money = (cents: number, against: string) => ({
    [accounts.platformStripe()]: cents,
    [against]: -cents,
  })
  for (const charge of facts.charges.filter(({ status }) => status === 'succeeded')) {
    const payment = {
      ...base,
      key: `platform-charge:${charge.id}`,
      kind: 'platform_payment' as const,
      occurredAt: charge.chargedAt,
      amounts: money(charge.amountCents, receivable),
    }
    await post(tx, payment, now)
    for (const refund of charge.refunds) {
      const key = `platform-refund:${refund.id}`
      if (refund.status === 'succeeded') {
        const amounts = money(-refund.amountCents, revenue)
        await post(tx, { ...base, key, kind: 'platform_refund', occurredAt: refund.refundedAt, amounts }, now)
      } else if (refund.status === 'failed' && (await isBooked(tx, clinicId, key))) {
        const failed = {
          ...base,
          key: `platform-refund-failed:${refund.id}`,
          kind: 'platform_refund_failed' as const,
          occurredAt: now,
          amounts: money(refund.amountCents, revenue),
        }
        await post(tx, failed, now)
      }
    }
  }
}
