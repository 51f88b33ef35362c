import type { Stripe } from 'stripe'
import { ask, make, options } from './client.ts'

export function cardPageOperations(client: Stripe) {
  return {
    /** A page at Stripe where the customer saves the card for further charges. @returns its address, good for a short time */
    async cardPage(
      account: string | null,
      customer: string,
      page: { returnUrl: string; key: string },
    ): Promise<string> {
      const configuration = await cardPortal(client, account)
      const session = await make(() =>
        client.billingPortal.sessions.create(
          {
            customer,
            configuration,
            return_url: page.returnUrl,
            flow_data: {
              type: 'payment_method_update',
              after_completion: { type: 'redirect', redirect: { return_url: page.returnUrl } },
            },
          },
          options(account, page.key),
        ),
      )
      return session.url
    },
  }
}

/** Marks the portal's settings that are ours. */
const cardPortalMark = 'card'

/**
 * The settings with which the portal shows a card. An account whose owner never saved the portal's settings has none, and
 * Stripe then opens no page; so Carefold makes its settings once for each account.
 *
 * @returns their id
 */
async function cardPortal(client: Stripe, account: string | null): Promise<string> {
  const known = await ask(() =>
    client.billingPortal.configurations.list({ active: true, limit: 100 }, options(account)),
  )
  const ours = known.data.find(({ metadata }) => metadata?.carefold === cardPortalMark)
  if (ours) return ours.id
  const made = await make(() =>
    client.billingPortal.configurations.create(
      { features: { payment_method_update: { enabled: true } }, metadata: { carefold: cardPortalMark } },
      options(account, `portal:${cardPortalMark}`),
    ),
  )
  return made.id
}
