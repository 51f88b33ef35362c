import { expect, it } from 'vitest'
import { joinedPlans } from './joined-plans.ts'

const at = (instant: string) => new Date(instant)

it('counts a plan that was joined and then switched, not one whose payment page was left', () => {
  const joined = joinedPlans(
    [{ planId: 'gold', status: 'canceled', startedAt: at('2026-03-01T12:05:00Z') }],
    [
      { planId: 'left open', signedAt: at('2026-02-01T12:00:00Z') },
      { planId: 'basic', signedAt: at('2026-03-01T12:00:00Z') },
      { planId: 'gold', signedAt: at('2026-04-01T12:00:00Z') },
    ],
  )
  expect([...joined].toSorted()).toEqual(['basic', 'gold'])
})

it('does not count a payment that never succeeded', () => {
  const planId = 'basic'
  expect(
    joinedPlans(
      [{ planId, status: 'incomplete_expired', startedAt: at('2026-03-01T12:05:00Z') }],
      [{ planId, signedAt: at('2026-03-01T12:00:00Z') }],
    ).size,
  ).toBe(0)
})
