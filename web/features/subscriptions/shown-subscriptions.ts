import { isRunning } from '#domain/subscriptions/subscriptions.ts'
import type { OwnSubscription } from './queries.ts'

/**
 * Running or pending plans, else the one that ended last. Unpaid attempts (`incomplete_expired`) are excluded.
 *
 * @param subscriptions newest first
 */
export function shownSubscriptions(subscriptions: readonly OwnSubscription[]): OwnSubscription[] {
  const present = subscriptions.filter(({ status }) => isRunning(status) || status === 'incomplete')
  if (present.length > 0) return present
  const ended = subscriptions
    .filter(({ status }) => status === 'canceled')
    .sort((a, b) => (b.ended_at ?? '').localeCompare(a.ended_at ?? '', 'en-US'))
  return ended.slice(0, 1)
}
