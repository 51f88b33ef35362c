import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lawProblem } from './inputs.ts'
import { earnings, leavingRule, leavingRules, missedNotice, placeLaws, unearnedCents } from './place-law.ts'
import { type ChosenPlace, type Place, places, placesSince } from './places.ts'
import { leavingRefunds, planIntervals } from './plans.ts'

/**
 * The laws as docs/domain-rules.md rule 17 and the statutes state them, independent of the table: the patient's share
 * of a period, in days instead of months and instants.
 */
type Refund = (left: { days: number; all: number; monthsToCome: number; allMonths: number }) => number
const byTime: Refund = ({ days, all }) => days / all
const withThisMonth: Refund = ({ monthsToCome, allMonths }) => (monthsToCome + 1) / allMonths
const withoutThisMonth: Refund = ({ monthsToCome, allMonths }) => monthsToCome / allMonths
const statutes: Partial<Record<Place, { refund: Refund; isYearLawful: boolean }>> = {
  'US-SD': { refund: byTime, isYearLawful: true },
  'US-ID': { refund: byTime, isYearLawful: true },
  'US-TN': { refund: withThisMonth, isYearLawful: true },
  'US-WV': { refund: withThisMonth, isYearLawful: true },
  'US-AZ': { refund: withoutThisMonth, isYearLawful: true },
  'US-MS': { refund: withoutThisMonth, isYearLawful: false },
}

const dayMs = 24 * 60 * 60 * 1000
const paidCents = { month: 4_900, year: 50_003 }

function monthsOf(year: number, month: number, day: number, count: number): Date[] {
  return Array.from({ length: count + 1 }, (_, n) => {
    const lastDay = new Date(Date.UTC(year, month + n + 1, 0)).getUTCDate()
    return new Date(Date.UTC(year, month + n, Math.min(day, lastDay), 9, 30))
  })
}

describe.each(places)('%s', (place) => {
  it.each(planIntervals.flatMap((interval) => leavingRefunds.map((policy) => [interval, policy] as const)))(
    'paid by the %s, policy %s: the daily refund is the greater of law and plan',
    (interval, leavingRefund) => {
      const law = statutes[place]
      const rules = leavingRules({ interval, leavingRefund }, [place])
      // Plans that begin on the 1st, the 15th and the 31st, across a leap day.
      for (const day of [1, 15, 31]) {
        const starts = monthsOf(2027, 9, day, interval === 'year' ? 12 : 1)
        const [start, end] = [starts[0] as Date, starts.at(-1) as Date]
        const all = (end.getTime() - start.getTime()) / dayMs
        for (let passed = 0; passed < all; passed += 1) {
          const at = new Date(start.getTime() + passed * dayMs)
          const left = {
            days: all - passed,
            all,
            monthsToCome: starts.filter((each) => each > at).length - 1,
            allMonths: starts.length - 1,
          }
          const fraction = Math.max(leavingRefund === 'unused' ? byTime(left) : 0, law ? law.refund(left) : 0)
          const period = { start, end, interval, cents: paidCents[interval] }
          const amounts = rules.map(({ earning }) => unearnedCents(earning, period, at))
          expect(Math.max(0, ...amounts), `${place} from ${start.toISOString()} after ${passed} days`).toBe(
            Math.round(paidCents[interval] * fraction),
          )
        }
        for (const { earning } of rules)
          expect(unearnedCents(earning, { start, end, interval, cents: paidCents[interval] }, end)).toBe(0)
      }
    },
  )

  it('forbids what its law forbids, and nothing else', () => {
    const law = statutes[place]
    for (const interval of planIntervals)
      for (const leavingRefund of leavingRefunds) {
        const isYearly = interval === 'year'
        const givesNothing = !law || (law.refund === withoutThisMonth && !isYearly)
        const expected =
          law && isYearly && !law.isYearLawful
            ? 'interval'
            : leavingRefund === 'none' && !givesNothing
              ? 'leavingRefund'
              : undefined
        expect(lawProblem({ interval, leavingRefund }, place)?.field).toBe(expected)
      }
  })
})

it('names the statute of each law', () => {
  expect(Object.keys(placeLaws).sort()).toEqual(Object.keys(statutes).sort())
  for (const { source } of Object.values(placeLaws)) expect(source).toMatch(/§ [\d-]+/)
})

it('requires the notice of its law from a clinic, and none elsewhere', () => {
  const now = new Date('2026-11-23T15:00:00Z')
  const missed = (place: Place | null, ends: string) => missedNotice(place, new Date(ends), now)
  const endableFrom = new Date('2026-12-23T15:00:00Z')
  expect(missed('US-WV', '2026-12-23T14:59:59Z')).toEqual({ place: 'US-WV', days: 30, endableFrom })
  expect(missed('US-AZ', '2026-12-05T15:00:00Z')).toEqual({ place: 'US-AZ', days: 30, endableFrom })
  expect(missed('US-WV', '2026-12-23T15:00:00Z')).toBeNull()
  for (const place of ['US-SD', 'US-TN', 'US-CA', null] as const)
    expect(missed(place, '2026-11-24T15:00:00Z')).toBeNull()
})

it('without a place, the plan decides', () => {
  const plan = { interval: 'month', leavingRefund: 'none' } as const
  expect(leavingRule(plan, [])).toBeNull()
  expect(lawProblem(plan, null)).toBeNull()
  expect(leavingRule({ ...plan, leavingRefund: 'unused' }, [])).toEqual({ earning: 'moment', place: null })
})

it('of several laws and the plan, the most generous decides', () => {
  const year = { interval: 'year', leavingRefund: 'unused' } as const
  expect(leavingRule(year, ['US-AZ', 'US-TX', 'US-TN'])).toEqual({
    earning: 'complete_months',
    place: 'US-TN',
  })
  // The law is named if it refunds the same as the plan.
  expect(leavingRule(year, ['US-SD'])).toEqual({ earning: 'moment', place: 'US-SD' })
  expect(leavingRule(year, ['US-AZ'])).toEqual({ earning: 'moment', place: null })
})

it('ways of counting never change order, and never refund more than the price', () => {
  const moments = fc.record({
    start: fc.date({ min: new Date('2026-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }),
    interval: fc.constantFrom(...planIntervals),
    cents: fc.nat(2_000_000),
    passed: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
  })
  fc.assert(
    fc.property(moments, ({ start, interval, cents, passed }) => {
      const end = new Date(start)
      if (interval === 'year')
        end.setUTCFullYear(end.getUTCFullYear() + 1, end.getUTCMonth(), Math.min(28, end.getUTCDate()))
      else end.setUTCMonth(end.getUTCMonth() + 1, Math.min(28, end.getUTCDate()))
      const at = new Date(start.getTime() + Math.floor((end.getTime() - start.getTime()) * passed))
      const amounts = earnings.map((earning) => unearnedCents(earning, { start, end, interval, cents }, at))
      const [complete = 0, , begun = 0] = amounts
      expect(complete).toBeLessThanOrEqual(cents)
      expect(begun).toBeGreaterThanOrEqual(0)
      if (interval === 'month') expect([complete, begun]).toEqual([cents, 0])
      // Months differ by some days, so time and months can differ by a fraction.
      const dayCents = (cents * dayMs) / (end.getTime() - start.getTime())
      expect(amounts[1]).toBeLessThanOrEqual(complete + 3 * dayCents + 1)
      expect(amounts[1]).toBeGreaterThanOrEqual(begun - 3 * dayCents - 1)
    }),
  )
})

it('a member retains the law of each place since joining, except a place chosen by mistake', () => {
  const at = (day: number) => new Date(Date.UTC(2026, 0, day))
  const chosen: ChosenPlace[] = [
    { place: 'US-TX', startedAt: at(20), endedAt: null },
    { place: 'US-MS', startedAt: at(19), endedAt: at(19) },
    { place: 'US-TN', startedAt: at(1), endedAt: at(19) },
  ]
  expect(placesSince(chosen, at(5))).toEqual(['US-TX', 'US-TN'])
  // Its agreement was signed the day before.
  expect(placesSince(chosen, new Date(at(19).getTime() + dayMs / 2))).toEqual(['US-TX', 'US-TN'])
  expect(placesSince(chosen, at(21))).toEqual(['US-TX'])
})
