import type { Records } from '../world/records.ts'
import { Scope } from '../world/scope.ts'
import type { World } from '../world/world.ts'
import { expireCheckout } from './checkout/checkout.ts'
import { returnDebit } from './checkout/debits.ts'
import { arrive, scheduledPayout } from './payouts.ts'
import { answerDebit } from './settlement.ts'
import { giveUpResumption, resumptionSeconds } from './subscriptions/pauses.ts'
import { endPeriod, endTrial, expireIncomplete, finalizeAndCharge } from './subscriptions/renewals.ts'
import { scheduleSteps } from './subscriptions/schedules.ts'
import { periodOf } from './subscriptions/subscription-items.ts'
import { becomeOverdue, endSubscription, isOver, overdueAt } from './subscriptions/subscription-status.ts'
import { noticeTrialEnd, trialNoticeSeconds } from './subscriptions/subscriptions.ts'

/** `at` is in Unix seconds. */
export interface Due {
  at: number
  account: string
  /** The object of the task. */
  id: string
  run(scope: Scope): void
}

const incompleteSeconds = 23 * 60 * 60

/**
 * The next due task, derived from the state only, so that a restart loses nothing.
 * Objects on a test clock follow that clock, others the sandbox's.
 *
 * @param worldNow Unix seconds
 * @param passedOver ids to skip after a failure
 * @returns due tasks, earliest first, and the time of the next (Infinity for none)
 */
export function nextDue(
  world: World,
  worldNow: number,
  passedOver: ReadonlySet<string> = new Set(),
): { due: Due | undefined; next: number } {
  let due: Due | undefined
  let next = Number.POSITIVE_INFINITY
  for (const account of world.accountIds()) {
    const scope = new Scope(world, account, worldNow, '', null)
    for (const candidate of candidates(scope)) {
      if (passedOver.has(candidate.id)) continue
      if (candidate.at > candidate.clock) {
        if (!candidate.isOnTestClock) next = Math.min(next, candidate.at)
      } else if (!due || candidate.at < due.at) {
        due = { at: candidate.at, account, id: candidate.id, run: candidate.run }
      }
    }
  }
  return { due, next }
}

interface Candidate {
  id: string
  at: number
  clock: number
  isOnTestClock: boolean
  run(scope: Scope): void
}

function* candidates(scope: Scope): Iterable<Candidate> {
  const clockOf = (customer: string | null) => {
    const own = scope.onClockOf(customer)
    return { clock: own.now, isOnTestClock: own !== scope }
  }
  // Before the subscriptions: a phase applies to the period that begins with it.
  for (const schedule of scope.all('subscription_schedule')) {
    for (const step of scheduleSteps(schedule)) {
      yield { id: schedule.id, ...step, ...clockOf(schedule.customer) }
    }
  }
  for (const subscription of scope.all('subscription')) {
    if (isOver(subscription)) continue
    for (const step of subscriptionSteps(subscription)) {
      yield { id: subscription.id, ...step, ...clockOf(subscription.customer) }
    }
  }
  for (const invoice of scope.all('invoice')) {
    const dueAt = overdueAt(scope, invoice)
    if (dueAt !== null)
      yield {
        id: invoice.id,
        at: dueAt,
        ...clockOf(invoice.customer),
        run: (its) => becomeOverdue(its, invoice),
      }
    const at = invoice.status === 'draft' ? invoice.automatically_finalizes_at : invoice.next_payment_attempt
    if (at === null || (invoice.status !== 'draft' && invoice.status !== 'open')) continue
    const { id } = invoice
    yield { id, at, ...clockOf(invoice.customer), run: (its) => finalizeAndCharge(its, id) }
  }
  for (const session of scope.all('checkout.session')) {
    if (session.status !== 'open') continue
    const { id, expires_at: at } = session
    yield { id, at, ...clockOf(session.customer), run: (its) => void expireCheckout(its, id) }
  }
  for (const intent of scope.all('payment_intent')) {
    const { id, _settlesAt: settlesAt, _returnsAt: returnsAt, customer } = intent
    if (settlesAt) yield { id, at: settlesAt, ...clockOf(customer), run: (its) => answerDebit(its, id) }
    if (returnsAt) yield { id, at: returnsAt, ...clockOf(customer), run: (its) => returnDebit(its, id) }
  }
  for (const { id, status, arrival_date: at } of scope.all('payout')) {
    if (status === 'pending')
      yield { id, at, clock: scope.now, isOnTestClock: false, run: (its) => arrive(its, id) }
  }
  const scheduled = scheduledPayout(scope)
  if (scheduled) yield { id: scope.account, clock: scope.now, isOnTestClock: false, ...scheduled }
}

type Step = Pick<Candidate, 'at' | 'run'>

function* subscriptionSteps(subscription: Records['subscription']): Iterable<Step> {
  const { id, status, trial_end: trialEnd } = subscription
  if (status === 'incomplete') {
    yield { at: subscription.created + incompleteSeconds, run: (scope) => expireIncomplete(scope, id) }
    return
  }
  if (status === 'paused') {
    if (!subscription._resumption) return
    // Its invoice was created when the period began.
    const since = periodOf(subscription).start
    yield { at: since + resumptionSeconds, run: (scope) => giveUpResumption(scope, id) }
    return
  }
  const end = periodOf(subscription).end
  const cancelAt = subscription.cancel_at_period_end ? null : subscription.cancel_at
  if (cancelAt !== null) {
    yield { at: cancelAt, run: (scope) => void endSubscription(scope, id, 'cancellation_requested') }
    // At the end of a period, cancellation comes before the next period begins.
    if (cancelAt <= end) return
  }
  if (status === 'trialing' && trialEnd !== null) {
    if (subscription._trialNoticeFor !== trialEnd) {
      yield { at: trialEnd - trialNoticeSeconds, run: (scope) => noticeTrialEnd(scope, id) }
    }
    yield { at: trialEnd, run: (scope) => endTrial(scope, id) }
    return
  }
  yield { at: end, run: (scope) => endPeriod(scope, id) }
}
