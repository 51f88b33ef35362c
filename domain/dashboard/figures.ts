import type { Month } from '../statements/months.ts'

/** A month of the dashboard's revenue, less refunds. */
export interface RevenueMonth {
  month: Month
  cents: number
  /** There is a closed statement to read. */
  isClosed: boolean
}

/** What `dashboard-figures` answers. `revenue` is null for callers who may not see money. */
export interface DashboardFigures {
  patients: { total: number; active: number }
  staff: number
  activeSubscriptions: number
  /** `today`: all but canceled ones; `upcoming`: not over yet, until the end of the week (Sunday). By the clinic's calendar. */
  visits: { today: number; upcoming: number }
  revenue: {
    currency: string
    thisMonthCents: number
    lastMonthCents: number
    changePercent: number | null
    /** The last twelve months, oldest first, the current one at the end. */
    months: RevenueMonth[]
  } | null
}
