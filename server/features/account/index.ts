import { feature } from '#server/clinic/feature.ts'
import { confirmPerson } from './confirm-person.ts'

export const accountFeature = feature({
  actions: [confirmPerson],
})
