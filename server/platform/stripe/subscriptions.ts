import type { Stripe } from 'stripe'
import { invoicedSubscriptions } from './invoiced-subscriptions.ts'
import { subscriptionChanges } from './subscription-changes.ts'
import { subscriptionEnds } from './subscription-ends.ts'
import { subscriptionPauses } from './subscription-pauses.ts'
import { subscriptionReads } from './subscription-reads.ts'

export function subscriptionOperations(client: Stripe) {
  return {
    ...subscriptionReads(client),
    ...subscriptionChanges(client),
    ...subscriptionPauses(client),
    ...subscriptionEnds(client),
    ...invoicedSubscriptions(client),
  }
}
