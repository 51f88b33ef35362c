import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { silentLogger } from '../log.ts'
import { followDatabaseClock } from './database-clock.ts'

const noon = Date.parse('2026-03-10T12:00:00Z')
const hour = 3_600_000
let own = noon
beforeEach(() => {
  vi.useFakeTimers()
  own = noon
})
afterEach(() => vi.useRealTimers())

const follow = (ask: () => Promise<Date>) =>
  followDatabaseClock(ask, silentLogger, { now: () => new Date(own) })

it.each([hour, -hour, 5_000])(
  'uses the database’s time where this machine’s is %i ms off',
  async (wrongMs) => {
    const clock = await follow(async () => new Date(own - wrongMs))
    expect(clock.now()).toEqual(new Date(noon - wrongMs))
    clock.stop()
  },
)

it('uses this machine’s time where the difference may be the round trip', async () => {
  const clock = await follow(async () => {
    own += 3_000
    return new Date(own - 2_000)
  })
  expect(clock.now()).toEqual(new Date(own))
  clock.stop()
})

it('measures again, and stays unchanged while the database does not answer', async () => {
  let offset = 0
  let isAway = false
  const clock = await follow(async () => {
    if (isAway) throw new Error('away')
    return new Date(own + offset)
  })
  expect(clock.now()).toEqual(new Date(own))
  offset = hour
  await vi.advanceTimersByTimeAsync(10_000)
  expect(clock.now()).toEqual(new Date(own + hour))
  isAway = true
  offset = 0
  await vi.advanceTimersByTimeAsync(10_000)
  expect(clock.now()).toEqual(new Date(own + hour))
  isAway = false
  await vi.advanceTimersByTimeAsync(10_000)
  expect(clock.now()).toEqual(new Date(own))
  clock.stop()
})
