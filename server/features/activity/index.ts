import { feature } from '#server/platform/feature.ts'
import { clinicActivity } from './clinic-activity.ts'

export const activityFeature = feature({
  actions: [clinicActivity],
})
