import { csvLine } from '../values/csv.ts'
import { plainAmount } from '../values/money.ts'
import { dateIn } from '../values/zones.ts'
import type { MovementKind } from './payouts.ts'

/** A movement in a payout, in cents; `net = gross - fee`. `occurredAt` is an ISO instant. */
export interface PayoutLine {
  kind: MovementKind
  occurredAt: string
  grossCents: number
  feeCents: number
  netCents: number
  /** Stripe's id of the charge, refund, dispute or payout. */
  reference: string | null
  invoiceNumber: string | null
}

export interface PayoutSums {
  paymentsCents: number
  refundsCents: number
  disputesCents: number
  otherCents: number
  /** Charged by Stripe: positive. */
  feesCents: number
}

/** The parts of a payout: their sum less the fees is its amount. */
export function payoutSums(lines: readonly PayoutLine[]): PayoutSums {
  const sums = { paymentsCents: 0, refundsCents: 0, disputesCents: 0, otherCents: 0, feesCents: 0 }
  for (const { kind, grossCents, feeCents } of lines) {
    sums.feesCents += feeCents
    if (kind === 'charge') sums.paymentsCents += grossCents
    else if (kind === 'refund' || kind === 'refund_failed') sums.refundsCents += grossCents
    else if (kind === 'dispute' || kind === 'dispute_returned') sums.disputesCents += grossCents
    else if (kind === 'fee') sums.feesCents -= grossCents
    else sums.otherCents += grossCents
  }
  return sums
}

/**
 * RFC 4180 with a header row; one row per line, then the payout, whose net is the line of the bank. No names of patients:
 * accountants read the file.
 */
export function payoutCsv(
  {
    id,
    amountCents,
    currency,
    timeZone,
  }: { id: string; amountCents: number; currency: string; timeZone: string },
  lines: readonly PayoutLine[],
): string {
  const money = (cents: number) => plainAmount(cents, currency)
  const code = currency.toUpperCase()
  const rows = [
    ['payout', 'date', 'kind', 'reference', 'invoice', 'gross', 'fee', 'net', 'currency'],
    ...lines.map((line) => [
      id,
      dateIn(new Date(line.occurredAt), timeZone),
      line.kind,
      line.reference ?? '',
      line.invoiceNumber ?? '',
      money(line.grossCents),
      money(line.feeCents),
      money(line.netCents),
      code,
    ]),
    [id, '', 'payout', id, '', '', '', money(amountCents), code],
  ]
  return rows.map(csvLine).join('')
}
