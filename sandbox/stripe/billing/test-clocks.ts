import type { Records } from '../world/records.ts'
import type { Scope } from '../world/scope.ts'
import { invalidRequest } from '../world/stripe-failure.ts'
import { daySeconds } from './calendar.ts'
import { nextDue } from './due.ts'

type TestClock = Records['test_helpers.test_clock']

export function createTestClock(scope: Scope, frozenTime: number, name: string | null): TestClock {
  return scope.add(
    'test_helpers.test_clock',
    {
      deletes_after: scope.now + 30 * daySeconds,
      frozen_time: frozenTime,
      name,
      status: 'ready',
      status_details: {},
    },
    'test_helpers.test_clock.created',
  )
}

/** Processes everything due until then, in order. Unlike Stripe, it is done when the call returns. */
export function advanceTestClock(scope: Scope, id: string, to: number): TestClock {
  const clock = scope.must('test_helpers.test_clock', id)
  if (to < clock.frozen_time) {
    throw invalidRequest('A test clock can only be advanced into the future.', { param: 'frozen_time' })
  }
  scope.update(
    'test_helpers.test_clock',
    id,
    { frozen_time: to, status: 'advancing', status_details: { advancing: { target_frozen_time: to } } },
    'test_helpers.test_clock.advancing',
  )
  // The sandbox's own time does not change.
  for (;;) {
    const { due } = nextDue(scope.world, scope.now)
    if (!due) break
    due.run(scope.in(due.account).at(due.at))
  }
  return scope.update(
    'test_helpers.test_clock',
    id,
    { status: 'ready', status_details: {} },
    'test_helpers.test_clock.ready',
  )
}

export function deleteTestClock(scope: Scope, id: string) {
  const clock = scope.must('test_helpers.test_clock', id)
  for (const kind of [
    'subscription_schedule',
    'subscription',
    'invoice',
    'invoiceitem',
    'customer',
  ] as const) {
    for (const record of scope.all(kind)) if (record.test_clock === id) scope.remove(record.id)
  }
  scope.remove(id)
  scope.emit('test_helpers.test_clock.deleted', clock)
  return { id, object: 'test_helpers.test_clock', deleted: true }
}
