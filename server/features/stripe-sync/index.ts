import { feature } from '#server/clinic/feature.ts'
import { processEvent } from './process-event.ts'
import { refreshOpenCheckout } from './refresh/refresh-open-checkout.ts'
import { sweep, sweepOneClinic } from './sweep.ts'
import { sweepPlatform } from './sweep-platform.ts'
import { tryCard } from './try-card.ts'

export const stripeSyncFeature = feature({
  actions: [],
  jobs: [processEvent, sweep, sweepOneClinic, sweepPlatform, refreshOpenCheckout, tryCard],
})
