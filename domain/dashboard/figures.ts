/** What `dashboard-figures` answers. `revenue` is null for callers who may not see money. */
export interface DashboardFigures {
  patients: { total: number; active: number }
  staff: number
  activeSubscriptions: number
  revenue: {
    currency: string
    thisMonthCents: number
    lastMonthCents: number
    changePercent: number | null
  } | null
}
