import { dayMs } from '../values/durations.ts'

/** Longer than a payment page stays open. */
const longestPaymentMs = 1.5 * dayMs

/**
 * The plans that a patient has joined before, whose free days are used up: a plan's versions and intervals count as one
 * (docs/decisions/0194). After a switch, a subscription names the later plan only; the agreement signed before its
 * start names the joined one.
 */
export function joinedPlans(
  subscriptions: readonly { planId: string; status: string; startedAt: Date }[],
  agreements: readonly { planId: string; signedAt: Date }[],
): Set<string> {
  const begun = subscriptions.filter(({ status }) => !status.startsWith('incomplete'))
  const joined = begun.flatMap(({ startedAt }) => {
    const before = agreements.filter(
      ({ signedAt }) => signedAt <= startedAt && startedAt.getTime() - signedAt.getTime() < longestPaymentMs,
    )
    return before.toSorted((a, b) => b.signedAt.getTime() - a.signedAt.getTime()).slice(0, 1)
  })
  return new Set([...begun, ...joined].map(({ planId }) => planId))
}
