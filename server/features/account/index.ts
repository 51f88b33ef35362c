import { feature } from '#server/clinic/feature.ts'
import { confirmPerson } from './confirm-person.ts'
import { correctAddress } from './correct-address.ts'

export const accountFeature = feature({
  actions: [confirmPerson, correctAddress],
})
