import type { Stripe } from 'stripe'
import { ask, make, options } from './client.ts'

export function taxRateOperations(client: Stripe) {
  return {
    /** A rate can only be archived, not changed. @param rate.percentage such as 9.975 */
    async create(
      account: string,
      rate: { name: string; percentage: number; isInclusive: boolean; country: string; key: string },
    ): Promise<string> {
      const { name, percentage, isInclusive, country, key } = rate
      const made = await make(() =>
        client.taxRates.create(
          { display_name: name, percentage, inclusive: isInclusive, country },
          options(account, key),
        ),
      )
      return made.id
    },

    /** Existing uses continue; new ones are impossible. Idempotent. */
    async archive(account: string, rate: string): Promise<void> {
      await ask(() => client.taxRates.update(rate, { active: false }, options(account)))
    },
  }
}
