import { advanceTestClock, createTestClock, deleteTestClock } from '../billing/test-clocks.ts'
import { del, get, list, post } from '../kernel/endpoint.ts'
import { required, text, timestamp } from '../kernel/params.ts'

export const testClockEndpoints = [
  post(
    'test_helpers/test_clocks',
    { frozen_time: required(timestamp), name: text },
    (scope, { frozen_time: frozenTime, name }) => createTestClock(scope, frozenTime, name ?? null),
  ),
  list('test_helpers/test_clocks', {}, (scope) => scope.all('test_helpers.test_clock')),
  get('test_helpers/test_clocks/:id', {}, (scope, _, id) => scope.must('test_helpers.test_clock', id)),
  post(
    'test_helpers/test_clocks/:id/advance',
    { frozen_time: required(timestamp) },
    (scope, { frozen_time: to }, id) => advanceTestClock(scope, id, to),
  ),
  del('test_helpers/test_clocks/:id', {}, (scope, _, id) => deleteTestClock(scope, id)),
]
