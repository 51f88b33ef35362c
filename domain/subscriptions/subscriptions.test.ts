import { describe, expect, it } from 'vitest'
import { blocksJoining, dunning, graceEndsAt, isEntitled, isRunning } from './subscriptions.ts'

const currentPeriodStart = new Date('2026-03-10T15:00:00Z')
const daysLater = (days: number) => new Date(currentPeriodStart.getTime() + days * 24 * 60 * 60 * 1000)

describe('benefits', () => {
  it('last while the plan is paid for', () => {
    expect(isEntitled({ status: 'active', currentPeriodStart }, daysLater(29))).toBe(true)
    expect(isEntitled({ status: 'trialing', currentPeriodStart }, daysLater(5))).toBe(true)
    for (const status of ['canceled', 'unpaid', 'paused', 'incomplete', 'incomplete_expired'])
      expect(isEntitled({ status, currentPeriodStart }, daysLater(1))).toBe(false)
  })

  it('continue through the grace after a failed renewal, which includes the last retry', () => {
    const lastRetry = new Date(
      daysLater(dunning.retryAfterDays.reduce((sum: number, days) => sum + days, 0)).getTime() +
        dunning.chargedAfterHours * 60 * 60 * 1000,
    )
    const pastDue = { status: 'past_due', currentPeriodStart }
    expect(isEntitled(pastDue, lastRetry)).toBe(true)
    expect(graceEndsAt(pastDue).getTime() - lastRetry.getTime()).toBe(
      dunning.graceAfterLastRetryDays * 24 * 60 * 60 * 1000,
    )
    expect(isEntitled(pastDue, graceEndsAt(pastDue))).toBe(false)
  })
})

it('a plan with a pending first payment blocks a second one, though it is not running', () => {
  expect([isRunning('incomplete'), blocksJoining('incomplete')]).toEqual([false, true])
  expect([isRunning('past_due'), blocksJoining('past_due')]).toEqual([true, true])
  expect([isRunning('canceled'), blocksJoining('canceled')]).toEqual([false, false])
  expect([isRunning('incomplete_expired'), blocksJoining('incomplete_expired')]).toEqual([false, false])
})
