import { feature } from '#server/clinic/feature.ts'
import { acceptAccountOffer, ownAccountOffer } from './accept-account-offer.ts'
import { accountOffer, offerAccount, withdrawAccountOffer } from './offer-account.ts'

export const accountOffersFeature = feature({
  actions: [offerAccount, accountOffer, withdrawAccountOffer, ownAccountOffer, acceptAccountOffer],
})
