import { feature } from '#server/clinic/feature.ts'
import { broadcasts } from './broadcasts.ts'
import { deliverBroadcast, deliverDueBroadcasts } from './deliver-broadcast.ts'
import { previewBroadcast } from './preview-broadcast.ts'
import { sendBroadcast } from './send-broadcast.ts'
import { stopBroadcast } from './stop-broadcast.ts'
import { testBroadcast } from './test-broadcast.ts'

export const broadcastsFeature = feature({
  actions: [broadcasts, previewBroadcast, sendBroadcast, stopBroadcast, testBroadcast],
  jobs: [deliverBroadcast, deliverDueBroadcasts],
})
