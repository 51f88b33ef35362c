import { describe, expect, it } from 'vitest'
import { priceProblem, savePlanInput } from './inputs.ts'
import { sellingProblem } from './plans.ts'

const plan = { kind: 'wellness', name: ' Whole Year ', interval: 'month', amountCents: 9_900 }

describe('a plan', () => {
  it('requires a kind, a name, an interval and a price', () => {
    expect(savePlanInput.parse(plan)).toEqual({
      kind: 'wellness',
      name: 'Whole Year',
      description: '',
      includes: [],
      interval: 'month',
      amountCents: 9_900,
      excludes: [],
      childCents: null,
      householdCents: null,
      enrolmentCents: null,
      childAgeLimit: 18,
      trialDays: 0,
      maxPauseMonths: 0,
      leavingRefund: 'unused',
    })
    for (const missing of ['kind', 'name', 'interval', 'amountCents'])
      expect(savePlanInput.safeParse({ ...plan, [missing]: undefined }).success).toBe(false)
  })

  it('drops empty lines', () => {
    const parsed = savePlanInput.parse({ ...plan, includes: ['Unlimited visits', '  ', ' Labs '] })
    expect(parsed.includes).toEqual(['Unlimited visits', 'Labs'])
  })

  it.each([
    [{ name: ' ' }],
    [{ name: 'x'.repeat(81) }],
    [{ amountCents: 49 }],
    [{ amountCents: 1_000_001 }],
    [{ amountCents: 99.5 }],
    [{ amountCents: '9900' }],
    [{ interval: 'week' }],
    [{ kind: 'insured' }],
    [{ includes: Array(13).fill('more') }],
    [{ includes: ['x'.repeat(121)] }],
    [{ description: 'x'.repeat(601) }],
    [{ planId: 'not-an-id' }],
    [{ excludes: ['x'.repeat(121)] }],
    [{ childCents: 49 }],
    [{ householdCents: 1.5 }],
    [{ enrolmentCents: 1_000_001 }],
    [{ childAgeLimit: 0 }],
    [{ childAgeLimit: 27 }],
    [{ trialDays: -1 }],
    [{ trialDays: 91 }],
    [{ maxPauseMonths: 13 }],
    [{ leavingRefund: 'all' }],
  ])('is refused with %j', (change) => {
    expect(savePlanInput.safeParse({ ...plan, ...change }).success).toBe(false)
  })

  it('is sold only if charges are enabled', () => {
    expect(sellingProblem(null)).toBe('payouts_not_ready')
    expect(sellingProblem({ chargesEnabled: false })).toBe('payouts_not_ready')
    expect(sellingProblem({ chargesEnabled: true })).toBeNull()
  })

  it('costs a child at most an adult’s price, and a household more than one adult', () => {
    const adult = { amountCents: 5_000 }
    expect(priceProblem(adult)).toBeNull()
    expect(priceProblem({ ...adult, childCents: 5_000, householdCents: 5_001 })).toBeNull()
    expect(priceProblem({ ...adult, childCents: 5_001 })?.field).toBe('childCents')
    expect(priceProblem({ ...adult, householdCents: 5_000 })?.field).toBe('householdCents')
  })
})
