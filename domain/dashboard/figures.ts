import type { RevenueMonth } from '../statements/statements.ts'

/** `revenue` is null for callers without access to money. */
export interface DashboardFigures {
  patients: { total: number; active: number }
  staff: number
  activeSubscriptions: number
  /** `today`: all but canceled ones; `upcoming`: not over yet, up to Sunday. On the clinic's calendar. */
  visits: { today: number; upcoming: number }
  revenue: {
    currency: string
    thisMonthCents: number
    lastMonthCents: number
    changePercent: number | null
    /** The last twelve months, oldest first, including the current one. */
    months: RevenueMonth[]
  } | null
}
