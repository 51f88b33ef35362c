import { feature } from '#server/clinic/feature.ts'
import { dashboardFigures } from './dashboard-figures.ts'
import { membershipMetrics } from './membership-metrics.ts'
import { setupChecklist } from './setup-checklist.ts'

export const dashboardFeature = feature({
  actions: [setupChecklist, dashboardFigures, membershipMetrics],
})
