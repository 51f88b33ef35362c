import type { NewPhase } from '../billing/subscriptions/schedule-phases.ts'
import {
  cancelSchedule,
  changeSchedule,
  createSchedule,
  releaseSchedule,
  scheduleSubscription,
} from '../billing/subscriptions/schedules.ts'
import { get, list, post } from '../kernel/endpoint.ts'
import {
  boolean,
  fields,
  integer,
  listOf,
  mergeMetadata,
  metadata,
  oneOf,
  type Param,
  required,
  text,
  timestamp,
} from '../kernel/params.ts'
import type { Scope } from '../world/scope.ts'
import { invalidRequest, missingParameter } from '../world/stripe-failure.ts'

const behavior = oneOf('always_invoice', 'create_prorations', 'none')
const rates = listOf(required(text))

const phase = {
  items: required(listOf(fields({ price: required(text), quantity: integer, metadata, tax_rates: rates }))),
  end_date: timestamp,
  duration: fields({
    interval: required(oneOf('day', 'week', 'month', 'year')),
    interval_count: integer,
  }),
  description: text,
  default_tax_rates: rates,
  metadata,
  proration_behavior: behavior,
}
const phases = listOf(fields(phase))
const laterPhases = listOf(fields({ ...phase, start_date: timestamp }))
/** `iterations` preceded `duration`: the number of the prices' intervals. */
const older = { phases: listOf(fields({ ...phase, start_date: timestamp, iterations: integer })) }

const startDate: Param<number | 'now'> = {
  read: (raw, name) => (raw === 'now' ? 'now' : timestamp.read(raw, name)),
}

const endBehavior = oneOf('cancel', 'release')

export const scheduleEndpoints = [
  post(
    'subscription_schedules',
    {
      customer: text,
      from_subscription: text,
      start_date: startDate,
      end_behavior: endBehavior,
      metadata,
      phases,
    },
    (scope, params) => {
      const given = mergeMetadata({}, params.metadata)
      if (params.from_subscription) {
        for (const name of ['customer', 'start_date', 'end_behavior', 'phases'] as const) {
          if (params[name] !== undefined)
            throw invalidRequest(`You cannot set \`${name}\` if \`from_subscription\` is set.`, {
              param: name,
            })
        }
        const { customer } = scope.must('subscription', params.from_subscription, 'from_subscription')
        return scheduleSubscription(scope.onClockOf(customer), params.from_subscription, given)
      }
      if (!params.customer) throw missingParameter('customer')
      if (!params.phases) throw missingParameter('phases')
      scope.must('customer', params.customer, 'customer')
      const home = scope.onClockOf(params.customer)
      const { start_date: start = 'now' } = params
      return createSchedule(home, {
        customer: params.customer,
        phases: params.phases.map(phaseOf),
        startDate: start === 'now' ? home.now : start,
        endBehavior: params.end_behavior ?? 'release',
        metadata: given,
      })
    },
    older,
  ),
  list('subscription_schedules', { customer: text, scheduled: boolean }, (scope, { customer, scheduled }) =>
    scope
      .all('subscription_schedule')
      .filter((each) => !customer || each.customer === customer)
      .filter((each) => !scheduled || each.status === 'not_started'),
  ),
  get('subscription_schedules/:id', {}, (scope, _, id) => scope.must('subscription_schedule', id)),
  post(
    'subscription_schedules/:id',
    { end_behavior: endBehavior, metadata, phases: laterPhases, proration_behavior: behavior },
    (scope, params, id) => {
      const before = scope.must('subscription_schedule', id)
      return changeSchedule(clockOf(scope, id), id, {
        ...(params.phases ? { phases: params.phases.map(phaseOf) } : {}),
        ...(params.end_behavior ? { endBehavior: params.end_behavior } : {}),
        metadata: mergeMetadata(before.metadata ?? {}, params.metadata),
        prorationBehavior: params.proration_behavior ?? 'create_prorations',
      })
    },
    older,
  ),
  post('subscription_schedules/:id/cancel', { invoice_now: boolean, prorate: boolean }, (scope, params, id) =>
    cancelSchedule(clockOf(scope, id), id, {
      isBilled: params.invoice_now ?? true,
      isProrated: params.prorate ?? true,
    }),
  ),
  post('subscription_schedules/:id/release', { preserve_cancel_date: boolean }, (scope, params, id) =>
    releaseSchedule(clockOf(scope, id), id, params.preserve_cancel_date ?? false),
  ),
]

function clockOf(scope: Scope, id: string): Scope {
  return scope.onClockOf(scope.must('subscription_schedule', id).customer)
}

function phaseOf(given: ReturnType<typeof older.phases.read>[number]): NewPhase {
  const { duration, iterations } = given
  if ((duration || iterations !== undefined) && given.end_date !== undefined)
    throw invalidRequest('A phase has a duration or an end_date, not both.')
  return {
    items: given.items.map((item) => ({
      price: item.price,
      quantity: item.quantity,
      metadata: mergeMetadata({}, item.metadata),
      ...(item.tax_rates ? { taxRates: item.tax_rates } : {}),
    })),
    ...(given.start_date !== undefined ? { startDate: given.start_date } : {}),
    ...(given.end_date !== undefined ? { endDate: given.end_date } : {}),
    ...(duration ? { duration: { interval: duration.interval, count: duration.interval_count ?? 1 } } : {}),
    ...(iterations !== undefined ? { iterations } : {}),
    description: given.description ?? null,
    metadata: mergeMetadata({}, given.metadata),
    prorationBehavior: given.proration_behavior ?? 'create_prorations',
    ...(given.default_tax_rates ? { taxRates: given.default_tax_rates } : {}),
  }
}
