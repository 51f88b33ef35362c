import { describe, expect, it } from 'vitest'
import { exceedsHsaCap, savePlanInput, sellingProblem } from './plans.ts'

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
  ])('is rejected with %j', (change) => {
    expect(savePlanInput.safeParse({ ...plan, ...change }).success).toBe(false)
  })

  it('is sold only where charges are enabled', () => {
    expect(sellingProblem(null)).toBe('payouts_not_ready')
    expect(sellingProblem({ chargesEnabled: false })).toBe('payouts_not_ready')
    expect(sellingProblem({ chargesEnabled: true })).toBeNull()
  })

  it('warns above what US patients may pay from a health savings account', () => {
    expect(exceedsHsaCap({ amountCents: 15_000, interval: 'month', currency: 'usd' })).toBe(false)
    expect(exceedsHsaCap({ amountCents: 15_001, interval: 'month', currency: 'usd' })).toBe(true)
    expect(exceedsHsaCap({ amountCents: 180_000, interval: 'year', currency: 'usd' })).toBe(false)
    expect(exceedsHsaCap({ amountCents: 180_001, interval: 'year', currency: 'usd' })).toBe(true)
    expect(exceedsHsaCap({ amountCents: 99_900, interval: 'month', currency: 'cad' })).toBe(false)
  })
})
