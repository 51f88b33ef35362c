import { feature } from '#server/clinic/feature.ts'
import { sendContactRequest } from './send-contact-request.ts'

export const marketingFeature = feature({
  actions: [sendContactRequest],
})
