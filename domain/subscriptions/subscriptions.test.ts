import { describe, expect, it } from 'vitest'
import {
  blocksJoining,
  createCheckoutInput,
  dunning,
  invoicePdfInput,
  isEntitled,
  isRunning,
  joinPlanInput,
  tierInEffect,
} from './subscriptions.ts'

const currentPeriodStart = new Date('2026-03-10T15:00:00Z')
const daysLater = (days: number) => new Date(currentPeriodStart.getTime() + days * 24 * 60 * 60 * 1000)

describe('benefits', () => {
  it('run while the plan is paid for, and end with it', () => {
    expect(isEntitled({ status: 'active', currentPeriodStart }, daysLater(29))).toBe(true)
    expect(isEntitled({ status: 'trialing', currentPeriodStart }, daysLater(5))).toBe(true)
    for (const status of ['canceled', 'unpaid', 'paused', 'incomplete', 'incomplete_expired'])
      expect(isEntitled({ status, currentPeriodStart }, daysLater(1))).toBe(false)
  })

  it('go on through the grace after a failed renewal, to the last retry and no longer', () => {
    const lastRetryDay = dunning.retryAfterDays.reduce((sum, days) => sum + days, 0)
    expect(dunning.graceDays).toBeGreaterThanOrEqual(Math.max(14, lastRetryDay))
    expect(isEntitled({ status: 'past_due', currentPeriodStart }, daysLater(dunning.graceDays - 1))).toBe(
      true,
    )
    expect(isEntitled({ status: 'past_due', currentPeriodStart }, daysLater(dunning.graceDays))).toBe(false)
  })
})

describe('a clinic’s tier', () => {
  const billing = { tier: 'professional', status: 'active', currentPeriodStart } as const
  it('is the plan while trialing, active or past due within the grace, else free', () => {
    expect(tierInEffect(billing, daysLater(1))).toBe('professional')
    expect(tierInEffect({ ...billing, status: 'trialing' }, daysLater(1))).toBe('professional')
    expect(tierInEffect({ ...billing, status: 'past_due' }, daysLater(3))).toBe('professional')
    expect(tierInEffect({ ...billing, status: 'past_due' }, daysLater(16))).toBe('free')
    expect(tierInEffect({ ...billing, status: 'canceled' }, daysLater(1))).toBe('free')
    expect(tierInEffect({ tier: 'free', status: null, currentPeriodStart: null }, daysLater(1))).toBe('free')
  })
})

it('a plan whose first payment is under way stands in the way of a second one, though it is not running', () => {
  expect([isRunning('incomplete'), blocksJoining('incomplete')]).toEqual([false, true])
  expect([isRunning('past_due'), blocksJoining('past_due')]).toEqual([true, true])
  expect([isRunning('canceled'), blocksJoining('canceled')]).toEqual([false, false])
  expect([isRunning('incomplete_expired'), blocksJoining('incomplete_expired')]).toEqual([false, false])
})

it('asks for the ids it needs and refuses what is none', () => {
  const priceId = crypto.randomUUID()
  expect(joinPlanInput.safeParse({ priceId, attempt: crypto.randomUUID() }).success).toBe(true)
  expect(joinPlanInput.safeParse({ priceId, attempt: 'x' }).success).toBe(false)
  expect(joinPlanInput.safeParse({ priceId: 'price_1', attempt: crypto.randomUUID() }).success).toBe(false)
  expect(createCheckoutInput.safeParse({ plan: 'starter' }).success).toBe(true)
  expect(createCheckoutInput.safeParse({ plan: 'free' }).success).toBe(false)
  expect(invoicePdfInput.safeParse({ invoiceId: 'in_1AbCdEfGh' }).success).toBe(true)
  expect(invoicePdfInput.safeParse({ invoiceId: 'in_1/../x' }).success).toBe(false)
})
