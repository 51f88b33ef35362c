import { isRunning } from '#domain/subscriptions/subscriptions.ts'
import type { OwnSubscription } from './queries.ts'

/**
 * The plans to show: running or pending ones, else the one that ended last.
 *
 * An attempt that was never paid (`incomplete_expired`) does not count.
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
