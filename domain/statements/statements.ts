/** docs/payments.md 9, docs/specification.md B2.9. */
import type { BillingPolicy, MonthSums } from './commission.ts'
import type { Month } from './months.ts'

/** Amounts in cents of `currency`. */
export interface StatementView extends MonthSums {
  month: Month
  timeZone: string
  currency: string
  policy: BillingPolicy
  rateBps: number
  /** Per month or per member; null unless the policy is a flat fee. */
  feeCents: number | null
  /** Payers at the month's end (of an open month: now); null unless the fee is per member. */
  members: number | null
}

/** Instants are ISO strings. */
export interface ClosedStatementView extends StatementView {
  id: string
  status: 'closed' | 'nothing_owed'
  closedAt: string
}

/** Null without an invoice or debt. */
export type StatementPayment = 'open' | 'past_due' | 'paid' | 'void' | 'uncollectible' | null

/** Revenue of last month's first days. Dates are YYYY-MM-DD, both inclusive. */
export interface SameDays {
  startsOn: string
  endsOn: string
  cents: number
  /** This month's revenue against it; null if it is zero. */
  changePercent: number | null
}

/** Revenue of a month, less refunds. */
export interface RevenueMonth {
  month: Month
  cents: number
  /** Whether the month has a closed statement. */
  isClosed: boolean
}

/** The money that reaches the bank next; the date is YYYY-MM-DD. */
export interface NextPayout {
  /** Negative if more is owed to Stripe than is in the balance. */
  cents: number
  /** Null while it is in the balance at Stripe, which has not sent it. */
  arrivesOn: string | null
}

export interface MoneyOverview {
  currency: string
  /** Without tax, less refunds. */
  revenueThisMonthCents: number
  /** Of the same month; not in the commission's base. */
  stripeFeesThisMonthCents: number
  nextPayout: NextPayout
  /** The same days of last month, the current day whole, or up to its end if last month is shorter. */
  sameDays: SameDays
  inProgress: StatementView & { closesAt: string }
  /** Past months not closed yet (due on the 1st, 09:00), oldest first. */
  closing: (StatementView & { closesAt: string })[]
  /** Revenue of the last twelve months, oldest first, including the current one. */
  months: RevenueMonth[]
  /** Newest first. */
  closed: (ClosedStatementView & { payment: StatementPayment })[]
}
