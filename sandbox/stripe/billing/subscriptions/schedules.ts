import type { Records } from '#sandbox/stripe/world/records.ts'
import type { Scope } from '#sandbox/stripe/world/scope.ts'
import { invalidRequest, unsupported } from '#sandbox/stripe/world/stripe-failure.ts'
import { daySeconds } from '../calendar.ts'
import { pendingItems } from '../invoice-items.ts'
import { itemLine } from '../invoice-lines.ts'
import { createInvoice, finalizeInvoice } from '../invoices.ts'
import { prorate } from './proration.ts'
import {
  itemChanges,
  type NewPhase,
  newItemsOf,
  type Phase,
  phaseOfPeriod,
  phasesFrom,
  rateIds,
} from './schedule-phases.ts'
import { changeSubscription, type SubscriptionChange } from './subscription-changes.ts'
import { periodOf } from './subscription-items.ts'
import { endSubscription, isOver } from './subscription-status.ts'
import { createSubscription, invoiceOf } from './subscriptions.ts'

type Schedule = Records['subscription_schedule']

const noticeSeconds = 7 * daySeconds

export interface NewSchedule {
  customer: string
  phases: NewPhase[]
  /** Unix seconds. */
  startDate: number
  endBehavior: 'cancel' | 'release'
  metadata: Record<string, string>
}

/** @throws StripeFailure 400 for phases that do not fit */
export function createSchedule(scope: Scope, given: NewSchedule): Schedule {
  if (given.startDate < scope.now) throw unsupported('schedules that begin in the past', 'start_date')
  const { id } = addSchedule(scope, given, phasesFrom(scope, given.phases, given.startDate))
  const schedule = given.startDate === scope.now ? begin(scope, id) : scope.must('subscription_schedule', id)
  scope.emit('subscription_schedule.created', schedule)
  return schedule
}

/** The running period becomes the first phase. @throws StripeFailure 400 if it has a schedule */
export function scheduleSubscription(
  scope: Scope,
  subscriptionId: string,
  metadata: Record<string, string>,
): Schedule {
  const subscription = scope.must('subscription', subscriptionId, 'from_subscription')
  if (subscription.schedule || isOver(subscription)) {
    throw invalidRequest('You cannot migrate a subscription that is already attached to a schedule, or over.')
  }
  const phase = phaseOfPeriod(scope, subscription, periodOf(subscription))
  const added = addSchedule(scope, { customer: subscription.customer, endBehavior: 'release', metadata }, [
    phase,
  ])
  scope.update('subscription', subscription.id, { schedule: added.id })
  return scope.update(
    'subscription_schedule',
    added.id,
    { status: 'active', subscription: subscription.id, current_phase: spanOf(phase) },
    'subscription_schedule.created',
  )
}

function addSchedule(
  scope: Scope,
  given: Pick<NewSchedule, 'customer' | 'endBehavior' | 'metadata'>,
  phases: Phase[],
): Schedule {
  return scope.add('subscription_schedule', {
    billing_mode: { type: 'flexible', flexible: { proration_discounts: 'included' } },
    customer: given.customer,
    default_settings: {
      application_fee_percent: null,
      billing_cycle_anchor: 'automatic',
      billing_thresholds: null,
      collection_method: 'charge_automatically',
      default_payment_method: null,
      description: null,
      invoice_settings: {
        account_tax_ids: null,
        custom_fields: null,
        days_until_due: null,
        description: null,
        footer: null,
        issuer: { type: 'self' },
      },
      on_behalf_of: null,
      transfer_data: null,
    },
    end_behavior: given.endBehavior,
    metadata: given.metadata,
    phases,
    status: 'not_started',
    test_clock: scope.find('customer', given.customer)?.test_clock ?? null,
  })
}

function begin(scope: Scope, id: string): Schedule {
  const { customer, phases } = scope.must('subscription_schedule', id)
  const phase = phases[0] as Phase
  const subscription = createSubscription(scope, {
    customer,
    items: newItemsOf(phase),
    metadata: phase.metadata ?? {},
    description: phase.description,
    taxRates: rateIds(phase.default_tax_rates),
    schedule: id,
    isBilledLater: true,
  })
  const started = { status: 'active', subscription: subscription.id, current_phase: spanOf(phase) } as const
  scope.update('subscription_schedule', id, started)
  return setEnding(scope, id)
}

export function* scheduleSteps(schedule: Schedule): Iterable<{ at: number; run(scope: Scope): void }> {
  const { id, status, phases } = schedule
  if (status === 'not_started') {
    yield {
      at: phases[0]?.start_date ?? 0,
      run: (scope) => scope.emit('subscription_schedule.updated', begin(scope, id), schedule),
    }
  }
  if (status !== 'active' || !schedule.current_phase) return
  const end = phases.at(-1)?.end_date ?? 0
  if (schedule._expiryNoticeFor !== end) {
    const notice = { _expiryNoticeFor: end }
    yield {
      at: Math.max(end - noticeSeconds, schedule.created),
      run: (scope) =>
        void scope.update('subscription_schedule', id, notice, 'subscription_schedule.expiring'),
    }
  }
  yield { at: schedule.current_phase.end_date, run: (scope) => endPhase(scope, id) }
}

export function endPhase(scope: Scope, id: string) {
  const schedule = scope.must('subscription_schedule', id)
  const next = schedule.phases.find(({ start_date: start }) => start === schedule.current_phase?.end_date)
  if (!next) return complete(scope, schedule)
  scope.update('subscription_schedule', id, { current_phase: spanOf(next) })
  enter(scope, schedule, next, next.proration_behavior)
  scope.emit('subscription_schedule.updated', setEnding(scope, id), schedule)
}

function enter(scope: Scope, schedule: Schedule, phase: Phase, prorationBehavior: string) {
  const subscription = scope.must('subscription', schedule.subscription ?? '')
  changeSubscription(scope, subscription.id, {
    items: itemChanges(subscription, phase),
    metadata: phase.metadata ?? {},
    taxRates: rateIds(phase.default_tax_rates),
    ...(phase.description !== null && { description: phase.description }),
    prorationBehavior: prorationBehavior as NonNullable<SubscriptionChange['prorationBehavior']>,
  })
}

function complete(scope: Scope, schedule: Schedule) {
  const { id, end_behavior: behavior, subscription } = schedule
  const change = { status: 'completed', completed_at: scope.now, current_phase: null } as const
  const completed = scope.update('subscription_schedule', id, change)
  if (behavior === 'cancel') endSubscription(scope, subscription ?? '', 'cancellation_requested')
  else detach(scope, subscription)
  scope.emit('subscription_schedule.completed', completed, schedule)
}

function detach(scope: Scope, subscription: string | null) {
  if (subscription)
    scope.update('subscription', subscription, { schedule: null }, 'customer.subscription.updated')
}

function setEnding(scope: Scope, id: string): Schedule {
  const schedule = scope.must('subscription_schedule', id)
  const { subscription, current_phase: current, end_behavior: behavior, phases } = schedule
  if (subscription && current) {
    const isLast = phases.at(-1)?.end_date === current.end_date
    const at = isLast && behavior === 'cancel' ? current.end_date : null
    const before = scope.must('subscription', subscription)
    if (before.cancel_at !== at)
      scope.update('subscription', subscription, { cancel_at: at }, 'customer.subscription.updated')
  }
  return schedule
}

export interface ScheduleChange {
  phases?: NewPhase[]
  endBehavior?: 'cancel' | 'release'
  metadata?: Record<string, string>
  prorationBehavior: 'always_invoice' | 'create_prorations' | 'none'
}

/**
 * Given phases replace the running one and all later ones.
 * @throws StripeFailure 400 for a schedule that is over
 */
export function changeSchedule(scope: Scope, id: string, change: ScheduleChange): Schedule {
  const before = mustBeOpen(scope, id, 'updated')
  const { current_phase: current } = before
  const start =
    current?.start_date ?? change.phases?.[0]?.startDate ?? before.phases[0]?.start_date ?? scope.now
  const given = change.phases && phasesFrom(scope, change.phases, start)
  const first = given?.[0]
  if (first && first.end_date <= scope.now)
    throw invalidRequest('The running phase cannot end in the past.', { param: 'phases[0][end_date]' })
  const past = before.phases.filter((phase) => phase.start_date < start)
  scope.update('subscription_schedule', id, {
    metadata: change.metadata ?? before.metadata,
    end_behavior: change.endBehavior ?? before.end_behavior,
    ...(given && { phases: [...past, ...given] }),
    ...(first && current && { current_phase: spanOf(first) }),
  })
  if (first && current) enter(scope, before, first, change.prorationBehavior)
  const after = setEnding(scope, id)
  scope.emit('subscription_schedule.updated', after, before)
  return after
}

export function releaseSchedule(scope: Scope, id: string, keepsCancelDate: boolean): Schedule {
  const before = mustBeOpen(scope, id, 'released')
  const { subscription } = before
  if (subscription && !keepsCancelDate) scope.update('subscription', subscription, { cancel_at: null })
  detach(scope, subscription)
  return scope.update(
    'subscription_schedule',
    id,
    {
      status: 'released',
      released_at: scope.now,
      released_subscription: subscription,
      subscription: null,
      current_phase: null,
    },
    'subscription_schedule.released',
  )
}

/** By default unused time is credited and pending items billed. */
export function cancelSchedule(
  scope: Scope,
  id: string,
  { isProrated, isBilled }: { isProrated: boolean; isBilled: boolean },
): Schedule {
  const { subscription: subscriptionId } = mustBeOpen(scope, id, 'canceled')
  const subscription = scope.find('subscription', subscriptionId)
  if (!subscription) {
    const change = { status: 'canceled', canceled_at: scope.now } as const
    return scope.update('subscription_schedule', id, change, 'subscription_schedule.canceled')
  }
  if (isProrated)
    for (const item of subscription.items.data) prorate(scope, subscription, item, null, scope.now)
  const pending = isBilled ? pendingItems(scope, subscription) : []
  // Also ends the schedule.
  endSubscription(scope, subscription.id, 'cancellation_requested')
  if (pending.length > 0) {
    const lines = pending.map((item) => itemLine(scope, item))
    const { id: invoice } = createInvoice(
      scope,
      { ...invoiceOf(subscription), billing_reason: 'subscription_update', auto_advance: false },
      lines,
    )
    finalizeInvoice(scope, invoice)
  }
  return scope.must('subscription_schedule', id)
}

function mustBeOpen(scope: Scope, id: string, verb: string): Schedule {
  const schedule = scope.must('subscription_schedule', id)
  if (schedule.status === 'active' || schedule.status === 'not_started') return schedule
  throw invalidRequest(`A subscription schedule that is ${schedule.status} cannot be ${verb}.`)
}

function spanOf({ start_date, end_date }: Phase) {
  return { start_date, end_date }
}
