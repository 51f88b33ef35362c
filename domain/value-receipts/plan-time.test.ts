import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { daysOf, divide, endedSpans, type PaidInvoice, paidFor } from './plan-time.ts'

const at = (text: string) => new Date(`${text}Z`)
const ever = { after: at('2000-01-01T00:00'), until: at('2100-01-01T00:00') }

describe('the months of a plan', () => {
  it('preserve the day of joining after a short month', () => {
    const spans = endedSpans(
      { startedAt: at('2026-01-31T15:00'), endedAt: null },
      { ...ever, until: at('2026-04-01T00:00') },
    )
    expect(spans).toEqual([
      { kind: 'month', from: at('2026-01-31T15:00'), until: at('2026-02-28T15:00') },
      { kind: 'month', from: at('2026-02-28T15:00'), until: at('2026-03-31T15:00') },
    ])
  })

  it('end with the plan, and an incomplete year does not count', () => {
    const spans = endedSpans({ startedAt: at('2025-01-10T00:00'), endedAt: at('2026-01-20T00:00') }, ever)
    expect(spans.filter(({ kind }) => kind === 'year')).toEqual([
      { kind: 'year', from: at('2025-01-10T00:00'), until: at('2026-01-10T00:00') },
    ])
    expect(spans.findLast(({ kind }) => kind === 'month')).toEqual({
      kind: 'month',
      from: at('2026-01-10T00:00'),
      until: at('2026-01-20T00:00'),
    })
  })

  it('are those that ended within the range', () => {
    const plan = { startedAt: at('2026-01-01T00:00'), endedAt: null }
    const ends = endedSpans(plan, { after: at('2026-03-01T00:00'), until: at('2026-04-01T00:00') })
    // An end at `after` counts, one at `until` does not.
    expect(ends.map(({ until }) => until)).toEqual([at('2026-03-01T00:00')])
  })
})

it('has the days that begin in a month, in the clinic’s zone', () => {
  const span = { from: at('2026-10-16T19:52'), until: at('2026-11-16T19:52') }
  expect(daysOf(span, 'America/New_York')).toEqual({ firstOn: '2026-10-16', lastOn: '2026-11-15' })
  expect(daysOf(span, 'Asia/Tokyo')).toEqual({ firstOn: '2026-10-17', lastOn: '2026-11-16' })
  const short = { from: at('2026-10-16T10:00'), until: at('2026-10-16T11:00') }
  expect(daysOf(short, 'UTC')).toEqual({ firstOn: '2026-10-16', lastOn: '2026-10-16' })
})

const march = { from: at('2026-03-01T00:00'), until: at('2026-04-01T00:00') }

describe('the amount paid for a span', () => {
  it('is all of a month, and a part of a year by its days', () => {
    const month = { lines: [{ ...march, amountCents: 4_900 }], totalCents: 4_900, retainedCents: 4_900 }
    expect(paidFor([month], march)).toBe(4_900)
    const year = { from: at('2026-01-01T00:00'), until: at('2027-01-01T00:00') }
    const yearly = { lines: [{ ...year, amountCents: 36_500 }], totalCents: 36_500, retainedCents: 36_500 }
    expect(paidFor([yearly], march)).toBe(3_100)
  })

  it('excludes tax and refunds', () => {
    const invoice = {
      lines: [{ ...march, amountCents: 10_000 }],
      totalCents: 11_300,
      retainedCents: 11_300 - 5_650,
    }
    expect(paidFor([invoice], march)).toBe(5_000)
  })

  it('counts a one-time payment at its instant', () => {
    const fee = { from: march.from, until: march.from, amountCents: 2_500 }
    const invoice = { lines: [fee], totalCents: 2_500, retainedCents: 2_500 }
    expect(paidFor([invoice], march)).toBe(2_500)
    expect(paidFor([invoice], { from: at('2026-02-01T00:00'), until: march.from })).toBe(0)
  })

  it('adds up to the amount paid, to the cent, for any invoices, credits and refunds', () => {
    const instant = fc.integer({ min: 0, max: 400 * 24 * 60 }).map((minutes) => minutes * 60_000)
    const line = fc.record({ a: instant, b: instant, amountCents: fc.integer({ min: -9_000, max: 90_000 }) })
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            lines: fc.array(line, { minLength: 1, maxLength: 4 }),
            keptPart: fc.double({ min: 0, max: 1, noNaN: true }),
          }),
          { maxLength: 4 },
        ),
        fc.array(instant, { maxLength: 12 }),
        (drawn, cuts) => {
          const invoices: PaidInvoice[] = drawn
            .map(({ lines, keptPart }) => {
              const totalCents = lines.reduce((sum, { amountCents }) => sum + amountCents, 0)
              return {
                lines: lines.map(({ a, b, amountCents }) => ({
                  from: new Date(Math.min(a, b)),
                  until: new Date(Math.max(a, b)),
                  amountCents,
                })),
                totalCents,
                retainedCents: Math.floor(totalCents * keptPart),
              }
            })
            .filter(({ totalCents }) => totalCents > 0)
          const edges = [0, ...cuts.sort((x, y) => x - y), 401 * 24 * 60 * 60_000].map((ms) => new Date(ms))
          const parts = edges
            .slice(1)
            .map((until, index) => paidFor(invoices, { from: edges[index] ?? until, until }))
          const kept = invoices.reduce((sum, { retainedCents }) => sum + retainedCents, 0)
          expect(parts.reduce((sum, part) => sum + part, 0)).toBe(kept)
        },
      ),
    )
  })
})

it('divides an amount among people so that the parts add up', () => {
  expect(divide(10_000, [4_900, 4_900, 2_000])).toEqual([4_153, 4_152, 1_695])
  fc.assert(
    fc.property(
      fc.integer({ min: -1_000_000, max: 1_000_000 }),
      fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 8 }),
      (amount, weights) => {
        const parts = divide(amount, weights)
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(amount)
        for (const [index, part] of parts.entries()) {
          const whole = weights.reduce((sum, weight) => sum + weight, 0)
          expect(Math.abs(part - (amount * (weights[index] ?? 0)) / whole)).toBeLessThanOrEqual(1)
        }
      },
    ),
  )
})
