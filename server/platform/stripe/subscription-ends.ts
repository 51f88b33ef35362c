import type { Stripe } from 'stripe'
import { ask, idOf, options } from './client.ts'
import { subscriptionReads } from './subscription-reads.ts'

export function subscriptionEnds(client: Stripe) {
  const { read } = subscriptionReads(client)

  /** @returns false when the subscription has no schedule */
  async function releaseSchedule(
    account: string | null,
    subscription: string,
    key: string,
  ): Promise<boolean> {
    const found = await ask(() => client.subscriptions.retrieve(subscription, {}, options(account)))
    const schedule = idOf(found.schedule)
    if (!schedule) return false
    await ask(() => client.subscriptionSchedules.release(schedule, {}, options(account, `${key}:release`)))
    return true
  }

  return {
    /** Ends the subscription without a charge or refund. Idempotent. */
    async end(account: string, subscription: string, key: string): Promise<void> {
      if ((await read(account, subscription)).endedAt) return
      await ask(() => client.subscriptions.cancel(subscription, {}, options(account, key)))
    },

    /**
     * Also removes a set end date.
     * @param change `key` identifies the user's request
     * @returns false when it has ended already
     */
    async setCancelAtPeriodEnd(
      account: string | null,
      subscription: string,
      change: { cancel: boolean; key: string },
    ): Promise<boolean> {
      const setEnd = (key: string) =>
        ask(() =>
          client.subscriptions.update(
            subscription,
            { cancel_at_period_end: change.cancel },
            options(account, key),
          ),
        )
      try {
        const hasDate = !change.cancel && (await read(account, subscription)).cancelAt !== null
        if (hasDate) {
          const key = `${change.key}:date`
          await ask(() => client.subscriptions.update(subscription, { cancel_at: '' }, options(account, key)))
        } else await setEnd(change.key)
        return true
      } catch (error) {
        // an ended subscription cannot be changed; other invalid requests are our defects
        const isOver = (await read(account, subscription)).endedAt !== null
        if (isOver) return false
        // a schedule made in the clinic's dashboard sets the end, so the user's request releases it
        if (!(await releaseSchedule(account, subscription, change.key))) throw error
        await setEnd(`${change.key}:released`)
        return true
      }
    },
  }
}
