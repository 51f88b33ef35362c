import { feature } from '#server/clinic/feature.ts'
import { clinicActivity } from './clinic-activity.ts'

export const activityFeature = feature({
  actions: [clinicActivity],
})
