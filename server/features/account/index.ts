import { feature } from '#server/platform/feature.ts'
import { confirmPerson } from './confirm-person.ts'

export const accountFeature = feature({
  actions: [confirmPerson],
})
