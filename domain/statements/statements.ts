/** A clinic's revenue and commission as shown to it (docs/payments.md 9, docs/specification.md B2.9). */
import type { BillingPolicy, MonthSums } from './commission.ts'
import type { Month } from './months.ts'

/** A month's statement as the clinic sees it. Amounts in cents of `currency`. */
export interface StatementView extends MonthSums {
  month: Month
  timeZone: string
  currency: string
  policy: BillingPolicy
  rateBps: number
  /** Null unless the policy is a flat fee: per month, or per member. */
  feeCents: number | null
  /** Who paid for a plan at the month's end (of an open month: now); null unless they are counted. */
  members: number | null
}

/** A month whose statement is closed. Instants are ISO strings. */
export interface ClosedStatementView extends StatementView {
  id: string
  status: 'closed' | 'nothing_owed'
  closedAt: string
}

/** Where the commission of a closed month stands; null while it has no invoice, or owes nothing. */
export type StatementPayment = 'open' | 'past_due' | 'paid' | 'void' | 'uncollectible' | null

/** What `money-overview` answers. */
export interface MoneyOverview {
  currency: string
  /** Revenue without tax, less refunds, of the current calendar month. */
  revenueThisMonthCents: number
  revenueLastMonthCents: number
  /** Whole percent against last month; null when last month had no revenue. */
  revenueChangePercent: number | null
  /** The current month so far, with its commission. */
  inProgress: StatementView & { closesAt: string }
  /** Past months not closed yet (due on the 1st, 09:00), oldest first. */
  closing: (StatementView & { closesAt: string })[]
  /** Newest first. */
  closed: (ClosedStatementView & { payment: StatementPayment })[]
}
