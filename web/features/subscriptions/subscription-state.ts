import { graceEndsAt, isRunning } from '#domain/subscriptions/subscriptions.ts'
import type { OwnSubscription } from './queries.ts'

/**
 * The state of a plan as shown to the patient. Instants are ISO strings, amounts whole cents.
 *
 * - `active`: renews; `endsAt` when it is set to end in a later period
 * - `ending`: paid for, and set to end with the period or within it
 * - `past_due`: the renewal failed; the plan can be used until the grace ends
 */
export type SubscriptionState =
  | { kind: 'confirming' }
  | { kind: 'active'; nextChargeAt: string; endsAt: string | null }
  | { kind: 'ending'; endsAt: string }
  | { kind: 'past_due'; amountDueCents: number; nextAttemptAt: string | null; graceEndsAt: string }
  | { kind: 'unpaid' }
  | { kind: 'paused' }
  | { kind: 'ended'; endedAt: string }

export function subscriptionState(subscription: OwnSubscription): SubscriptionState {
  switch (subscription.status) {
    case 'incomplete':
      return { kind: 'confirming' }
    case 'trialing':
    case 'active':
      return subscription.cancel_at_period_end
        ? { kind: 'ending', endsAt: subscription.cancel_at ?? subscription.current_period_end }
        : {
            kind: 'active',
            nextChargeAt: subscription.current_period_end,
            endsAt: subscription.cancel_at,
          }
    case 'past_due': {
      const currentPeriodStart = new Date(subscription.current_period_start)
      return {
        kind: 'past_due',
        amountDueCents: subscription.open_invoices.reduce(
          (sum, { amount_due_cents }) => sum + amount_due_cents,
          0,
        ),
        nextAttemptAt: earliest(subscription.open_invoices.map(({ next_attempt_at }) => next_attempt_at)),
        graceEndsAt: graceEndsAt({ currentPeriodStart }).toISOString(),
      }
    }
    case 'unpaid':
      return { kind: 'unpaid' }
    case 'paused':
      return { kind: 'paused' }
    case 'canceled':
    case 'incomplete_expired':
      return { kind: 'ended', endedAt: subscription.ended_at ?? subscription.current_period_end }
  }
}

/** Whether a payment is due that failed. */
export function isOverdue({ kind }: SubscriptionState): boolean {
  return kind === 'past_due' || kind === 'unpaid'
}

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

function earliest(instants: readonly (string | null)[]): string | null {
  return instants.filter((instant) => instant !== null).sort()[0] ?? null
}
