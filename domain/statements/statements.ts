/** What a clinic sees of its money (docs/payments.md 9, docs/specification.md B2.9). */
import type { BillingPolicy, MonthSums } from './commission.ts'
import type { Month } from './months.ts'

/** A month's statement as the clinic sees it. Amounts in cents of `currency`. */
export interface StatementView extends MonthSums {
  month: Month
  timeZone: string
  currency: string
  policy: BillingPolicy
  rateBps: number
}

/** A month whose statement is closed. Instants are ISO strings. */
export interface ClosedStatementView extends StatementView {
  id: string
  status: 'closed' | 'nothing_owed'
  closedAt: string
}

/** What `money-overview` answers. */
export interface MoneyOverview {
  currency: string
  /** Revenue without tax, less refunds, of the running calendar month. */
  revenueThisMonthCents: number
  revenueLastMonthCents: number
  /** Whole percent against last month; null when last month had none. */
  revenueChangePercent: number | null
  /** The running month so far, with the commission as it stands. */
  inProgress: StatementView & { closesAt: string }
  /** Months that are over and wait for their close (1st, 09:00), oldest first. */
  closing: (StatementView & { closesAt: string })[]
  /** Newest first. */
  closed: ClosedStatementView[]
}
