import { feature } from '#server/clinic/feature.ts'
import { dailySummaries } from './daily-summary.ts'
import { deliverNotice, queueLostNotices } from './deliver-notice.ts'
import { mailNotices, pruneNotices } from './mail-notices.ts'
import { markNoticesRead } from './mark-notices-read.ts'
import { stopEmails } from './stop-emails.ts'

export const noticesFeature = feature({
  actions: [markNoticesRead, stopEmails],
  jobs: [deliverNotice, queueLostNotices, mailNotices, pruneNotices, dailySummaries],
})
