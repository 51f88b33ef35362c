import type { Stripe } from 'stripe'
import { ask, make, options } from './client.ts'

export function cardPageOperations(client: Stripe) {
  return {
    /**
     * @param page the customer returns to `savedUrl` after saving a card, to `leftUrl` without
     * @returns a short-lived address where the customer saves a card
     */
    async cardPage(
      account: string | null,
      customer: string,
      page: { savedUrl: string; leftUrl: string; key: string },
    ): Promise<string> {
      const configuration = await cardPortal(client, account)
      const session = await make(() =>
        client.billingPortal.sessions.create(
          {
            customer,
            configuration,
            return_url: page.leftUrl,
            flow_data: {
              type: 'payment_method_update',
              after_completion: { type: 'redirect', redirect: { return_url: page.savedUrl } },
            },
          },
          options(account, page.key),
        ),
      )
      return session.url
    },
  }
}

/** Marks our configuration of the portal. */
const cardPortalMark = 'card'

/**
 * Created once per account; without it Stripe opens no page.
 * @returns its id
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
