import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextPeriodEnd } from '#sandbox/stripe/billing/calendar.ts'
import { justThePayer } from '../plans/household.ts'
import { periodStart } from '../plans/periods.ts'
import { planCharges } from './charges.ts'

const timeZone = 'America/Toronto'
const money = {
  interval: 'month',
  currency: 'usd',
  amountCents: 5_000,
  childCents: 2_000,
  householdCents: null,
  childAgeLimit: 18,
  enrolmentCents: null,
  trialDays: 0,
} as const
const now = new Date('2027-01-31T15:00:00Z')

describe('the next charges', () => {
  it('are thirteen after today’s, on the anchor’s day of each month, an hour after the period begins', () => {
    const { today, next } = planCharges(money, justThePayer, { now, timeZone })
    expect(today).toMatchObject({ on: '2027-01-31', totalCents: 5_000 })
    expect(next).toHaveLength(13)
    expect(next.slice(0, 4).map(({ at }) => at.toISOString())).toEqual([
      '2027-02-28T16:00:00.000Z',
      '2027-03-31T16:00:00.000Z',
      '2027-04-30T16:00:00.000Z',
      '2027-05-31T16:00:00.000Z',
    ])
    expect(new Set(next.map(({ totalCents }) => totalCents))).toEqual(new Set([5_000]))
  })

  it('include the enrolment fee today, and never again', () => {
    const { today, next, changes } = planCharges({ ...money, enrolmentCents: 7_500 }, justThePayer, {
      now,
      timeZone,
    })
    expect(today.totalCents).toBe(12_500)
    expect(next[0]?.totalCents).toBe(5_000)
    expect(changes).toBeNull()
  })

  it('begin after the trial, when only the enrolment fee is paid today', () => {
    const { today, next } = planCharges({ ...money, enrolmentCents: 7_500, trialDays: 14 }, justThePayer, {
      now,
      timeZone,
    })
    expect(today).toMatchObject({ items: [], totalCents: 7_500 })
    expect(next[0]).toMatchObject({ on: '2027-02-14', totalCents: 5_000 })
    expect(next[1]?.on).toBe('2027-03-14')
  })

  it('rise with the first period after a child’s price ends, and name the change', () => {
    const household = { ...justThePayer, children: ['2009-03-31', '2015-06-01'] }
    const { today, next, changes } = planCharges(money, household, { now, timeZone })
    expect([today, ...next.slice(0, 3)].map(({ totalCents }) => totalCents)).toEqual([
      9_000, 9_000, 12_000, 12_000,
    ])
    expect(changes).toEqual({ on: '2027-03-31', fromCents: 9_000, toCents: 12_000 })
  })

  it('count the age on the clinic’s day, not on the day in UTC', () => {
    // 21:30 on January 30 in Toronto: the second period begins on March 30 there, and on March 31 in UTC.
    const late = new Date('2027-01-31T02:30:00Z')
    const household = { ...justThePayer, children: ['2009-03-31'] }
    const { next } = planCharges(money, household, { now: late, timeZone })
    expect(next.slice(0, 3).map(({ totalCents }) => totalCents)).toEqual([7_000, 7_000, 10_000])
  })
})

it('periods begin when Stripe’s do, for any anchor and number', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('2024-01-01'), max: new Date('2034-01-01'), noInvalidDate: true }),
      fc.constantFrom('month' as const, 'year' as const),
      fc.integer({ min: 1, max: 40 }),
      (anchor, interval, number) => {
        anchor.setUTCMilliseconds(0)
        let at = anchor.getTime() / 1000
        for (let period = 0; period < number; period++)
          at = nextPeriodEnd(anchor.getTime() / 1000, interval, 1, at)
        expect(periodStart(anchor, interval, number).getTime() / 1000).toBe(at)
      },
    ),
  )
})

it('without birthdays, every period costs the same and the charges are in order', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('2024-01-01'), max: new Date('2034-01-01'), noInvalidDate: true }),
      fc.integer({ min: 0, max: 5 }),
      fc.integer({ min: 0, max: 90 }),
      (start, adults, trialDays) => {
        const plan = planCharges(
          { ...money, trialDays },
          { ...justThePayer, adults },
          { now: start, timeZone },
        )
        const at = [plan.today, ...plan.next].map((charge) => charge.at.getTime())
        expect(at).toEqual(at.toSorted((a, b) => a - b))
        expect(new Set(plan.next.map(({ totalCents }) => totalCents))).toEqual(
          new Set([(adults + 1) * 5_000]),
        )
        expect(plan.changes).toBeNull()
      },
    ),
  )
})

describe('a coupon', () => {
  const coupon = { percent: 10, amountCents: null, duration: 'forever', months: null } as const
  const totals = (terms: object, changes: object = {}) => {
    const start = { now, timeZone, coupon: { ...coupon, ...terms } }
    const { today, next } = planCharges({ ...money, ...changes }, justThePayer, start)
    return [today, ...next].slice(0, 5).map(({ totalCents }) => totalCents)
  }

  it('reduces the first charge, those of some months, or all', () => {
    expect(totals({ duration: 'once' })).toEqual([4_500, 5_000, 5_000, 5_000, 5_000])
    expect(totals({ duration: 'repeating', months: 3 })).toEqual([4_500, 4_500, 4_500, 5_000, 5_000])
    expect(totals({})).toEqual([4_500, 4_500, 4_500, 4_500, 4_500])
    expect(totals({ duration: 'repeating', months: 12 }, { interval: 'year' })).toEqual([
      4_500, 5_000, 5_000, 5_000, 5_000,
    ])
  })

  it('does not reduce the enrolment fee, and never makes a charge negative', () => {
    expect(totals({}, { enrolmentCents: 3_000 })[0]).toBe(7_500)
    expect(totals({ percent: null, amountCents: 9_900 })).toEqual([0, 0, 0, 0, 0])
  })

  it('rounds half a cent up', () => {
    expect(totals({ percent: 50 }, { amountCents: 4_937 })[0]).toBe(2_468)
  })

  it('counts its months from joining, also after free days', () => {
    expect(totals({ duration: 'repeating', months: 1 }, { trialDays: 14 })).toEqual([
      0, 4_500, 5_000, 5_000, 5_000,
    ])
  })

  it('announces its last charge separately from the end of a child’s price', () => {
    const household = { ...justThePayer, children: ['2009-03-31'] }
    const start = { now, timeZone, coupon: { ...coupon, duration: 'repeating', months: 2 } as const }
    const { changes, fullPrice } = planCharges(money, household, start)
    expect(changes).toEqual({ on: '2027-03-31', fromCents: 7_000, toCents: 10_000 })
    expect(fullPrice).toEqual({ on: '2027-03-31', totalCents: 10_000 })
  })
})
