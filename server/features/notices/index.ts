import { feature } from '#server/platform/feature.ts'
import { dailySummaries } from './daily-summary.ts'
import { deliverNotice, queueLostNotices } from './deliver-notice.ts'
import { keepNotices, mailNotices } from './mail-notices.ts'
import { markNoticesRead } from './mark-notices-read.ts'

export const noticesFeature = feature({
  actions: [markNoticesRead],
  jobs: [deliverNotice, queueLostNotices, mailNotices, keepNotices, dailySummaries],
})
