/** docs/payments.md 9, docs/domain-rules.md goal 1 */
import { csvLine } from '../values/csv.ts'
import { plainAmount } from '../values/money.ts'
import { dateIn } from '../values/zones.ts'
import type { RevenueLine } from './commission.ts'
import type { StatementView } from './statements.ts'

/** A payment (positive) or refund (negative) without tax. `occurredAt` is an ISO instant. */
export interface StatementLine extends RevenueLine {
  /** Stripe's id of the charge or refund. */
  reference: string
  invoiceNumber: string | null
  occurredAt: string
}

/** The Stripe id in a journal key: `charge:ch_1AbC` books the charge `ch_1AbC`. */
export function referenceOf(journalKey: string): string {
  return journalKey.slice(journalKey.indexOf(':') + 1)
}

/**
 * RFC 4180 with a header row; one row per line, then the sums. No names of patients: accountants read the file.
 * To recompute: `line` rows sum to revenue less refunds; plus `carried_in` they are `net`; `commission` is max(0,
 * net) x `rate_bps` / 10,000, rounded half up to the cent; below 0.50 it is not charged, and `net` is `carried_out`.
 * Under a flat fee, `commission` is `fee`, times `members` if given.
 */
export function statementCsv(sums: StatementView, lines: readonly StatementLine[]): string {
  const money = (cents: number) => plainAmount(cents, sums.currency)
  const row = (type: string, amount: string, line?: StatementLine) => [
    sums.month,
    type,
    line ? dateIn(new Date(line.occurredAt), sums.timeZone) : '',
    line?.kind ?? '',
    line?.reference ?? '',
    line?.invoiceNumber ?? '',
    amount,
    type === 'rate_bps' || type === 'members' ? '' : sums.currency.toUpperCase(),
  ]
  const rows = [
    ['month', 'type', 'date', 'kind', 'reference', 'invoice', 'amount', 'currency'],
    ...lines.map((line) => row('line', money(line.amountCents), line)),
    row('revenue', money(sums.grossCents)),
    row('refunds', money(sums.refundsCents)),
    row('carried_in', money(sums.carriedInCents)),
    row('net', money(sums.netCents)),
    row('rate_bps', String(sums.policy === 'partnership' ? sums.rateBps : 0)),
    ...(sums.feeCents === null ? [] : [row('fee', money(sums.feeCents))]),
    ...(sums.members === null ? [] : [row('members', String(sums.members))]),
    row('commission', money(sums.commissionCents)),
    row('carried_out', money(sums.carriedOutCents)),
  ]
  return rows.map(csvLine).join('')
}
