import { describe, expect, it } from 'vitest'
import { createCheckoutInput, tierInEffect } from './clinic-tier.ts'

const currentPeriodStart = new Date('2026-03-10T15:00:00Z')
const daysLater = (days: number) => new Date(currentPeriodStart.getTime() + days * 24 * 60 * 60 * 1000)

describe('a clinic’s tier', () => {
  const billing = { tier: 'professional', status: 'active', currentPeriodStart } as const
  // spec: A3 The tier is the plan while it runs, else free
  it('is the plan while trialing, active or past due within the grace, else free', () => {
    expect(tierInEffect(billing, daysLater(1))).toBe('professional')
    expect(tierInEffect({ ...billing, status: 'trialing' }, daysLater(1))).toBe('professional')
    expect(tierInEffect({ ...billing, status: 'past_due' }, daysLater(3))).toBe('professional')
    expect(tierInEffect({ ...billing, status: 'past_due' }, daysLater(17))).toBe('free')
    expect(tierInEffect({ ...billing, status: 'canceled' }, daysLater(1))).toBe('free')
    expect(tierInEffect({ tier: 'free', status: null, currentPeriodStart: null }, daysLater(1))).toBe('free')
  })
})

it('accepts only a plan that is on sale', () => {
  expect(createCheckoutInput.safeParse({ plan: 'starter' }).success).toBe(true)
  expect(createCheckoutInput.safeParse({ plan: 'free' }).success).toBe(false)
})
