import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  agreementForMonth,
  commissionCents,
  policyForMonth,
  type RevenueLine,
  sumUpMonth,
  taxShare,
} from './commission.ts'

const partnership = { carriedInCents: 0, policy: 'partnership', rateBps: 1200 } as const
const charge = (amountCents: number): RevenueLine => ({ kind: 'charge', amountCents })
const refund = (amountCents: number): RevenueLine => ({ kind: 'refund', amountCents: -amountCents })

describe('commission', () => {
  // spec: B9 12% of $1,450.75 is $174.09
  it('matches the specification’s example: 12 % of 1,450.75 is 174.09', () => {
    expect(commissionCents(145_075, 1200)).toBe(17_409)
  })

  it('is rounded once per statement, not per payment', () => {
    const sums = sumUpMonth([charge(1237), charge(1237), charge(1237)], partnership)
    expect(sums.commissionCents).toBe(445)
  })

  it.each([
    [25, 1200, 3],
    [29, 1200, 3],
    // 4.5 exactly: up.
    [1, 5000, 1],
    [3, 5000, 2],
    [37, 5000, 19],
    [0, 1200, 0],
    [-5_000, 1200, 0],
    [100, 0, 0],
    [9_007_199_254_740_991, 10_000, 9_007_199_254_740_991],
  ])('of %i cents at %i basis points is %i', (net, rate, commission) => {
    expect(commissionCents(net, rate)).toBe(commission)
  })

  it('equals half up in decimal digits', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1_000_000, max: 2_000_000_000 }),
        fc.integer({ min: 0, max: 10_000 }),
        (net, rate) => {
          expect(commissionCents(net, rate)).toBe(inDecimal(net, rate))
        },
      ),
      { numRuns: 5_000 },
    )
  })

  // Cases where floor or half-down would differ.
  it('rounds up at every exact half', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40_000_000 }), (n) => {
        // 1,250 cents at 4 basis points are half a cent.
        const net = 1_250 * (2 * n + 1)
        expect(commissionCents(net, 4)).toBe(n + 1)
        expect(commissionCents(net, 4)).toBe(inDecimal(net, 4))
      }),
    )
  })
})

/** Long multiplication: shift the point four digits, and round by the first digit after it. */
function inDecimal(net: number, rateBps: number): number {
  if (net <= 0) return 0
  const digits = (BigInt(net) * BigInt(rateBps)).toString().padStart(5, '0')
  const whole = Number(digits.slice(0, -4))
  return Number(digits.at(-4)) >= 5 ? whole + 1 : whole
}

describe('a month', () => {
  it('deducts refunds before the commission, in the month of the refund', () => {
    expect(sumUpMonth([charge(10_000), refund(2_500)], partnership)).toEqual({
      grossCents: 10_000,
      refundsCents: 2_500,
      carriedInCents: 0,
      netCents: 7_500,
      commissionCents: 900,
      carriedOutCents: 0,
    })
  })

  it('owes nothing when refunds exceed revenue, and carries the difference forward', () => {
    const negative = sumUpMonth([charge(1_000), refund(4_000)], partnership)
    expect(negative).toMatchObject({ netCents: -3_000, commissionCents: 0, carriedOutCents: -3_000 })
    const next = sumUpMonth([charge(10_000)], { ...partnership, carriedInCents: -3_000 })
    expect(next).toMatchObject({ netCents: 7_000, commissionCents: 840, carriedOutCents: 0 })
  })

  it('with a commission below 50 cents carries its revenue forward, also past a month under a tier', () => {
    // 12 % of 4.12 is 0.49.
    const small = sumUpMonth([charge(412)], partnership)
    expect(small).toMatchObject({ netCents: 412, commissionCents: 0, carriedOutCents: 412 })
    const tier = sumUpMonth([charge(9_900)], { ...partnership, carriedInCents: 412, policy: 'tier' })
    expect(tier).toMatchObject({ commissionCents: 0, carriedOutCents: 412 })
    const refunded = sumUpMonth([refund(500)], { ...partnership, carriedInCents: 412, policy: 'tier' })
    expect(refunded).toMatchObject({ commissionCents: 0, carriedOutCents: -88 })
    const next = sumUpMonth([charge(5)], { ...partnership, carriedInCents: 412 })
    expect(next).toMatchObject({ netCents: 417, commissionCents: 50, carriedOutCents: 0 })
  })

  it('ignores a failed refund', () => {
    const sums = sumUpMonth(
      [charge(5_000), refund(5_000), { kind: 'refund_failed', amountCents: 5_000 }],
      partnership,
    )
    expect(sums).toMatchObject({ grossCents: 5_000, refundsCents: 0, commissionCents: 600 })
  })

  it('is counted but not charged under a tier', () => {
    const sums = sumUpMonth([charge(10_000)], { ...partnership, policy: 'tier' })
    expect(sums).toMatchObject({ netCents: 10_000, commissionCents: 0 })
  })

  it('under a flat fee owes that fee, whatever the revenue; the amount carried over waits', () => {
    const flat = (policy: 'flat_month' | 'flat_member', members: number | null) => ({
      ...partnership,
      policy,
      flatFee: { feeCents: 700, members },
    })
    const month = sumUpMonth([charge(10_000)], { ...flat('flat_month', null), carriedInCents: 412 })
    expect(month).toMatchObject({ netCents: 10_412, commissionCents: 700, carriedOutCents: 412 })
    expect(sumUpMonth([refund(900)], flat('flat_member', 23))).toMatchObject({
      commissionCents: 16_100,
      carriedOutCents: -900,
    })
    expect(sumUpMonth([charge(10_000)], flat('flat_member', 0))).toMatchObject({ commissionCents: 0 })
  })

  it('is billed by the last agreement before its start', () => {
    const agreements = [
      { fromMonth: '2026-06', policy: 'partnership', feeCents: null },
      { fromMonth: '2026-04', policy: 'flat_month', feeCents: 4_900 },
    ] as const
    expect(agreementForMonth(agreements, '2026-03')).toBeNull()
    expect(agreementForMonth(agreements, '2026-04')).toBe(agreements[1])
    expect(agreementForMonth(agreements, '2026-05')).toBe(agreements[1])
    expect(agreementForMonth(agreements, '2027-01')).toBe(agreements[0])
  })

  it('without revenue owes nothing', () => {
    expect(sumUpMonth([], partnership)).toEqual({
      grossCents: 0,
      refundsCents: 0,
      carriedInCents: 0,
      netCents: 0,
      commissionCents: 0,
      carriedOutCents: 0,
    })
  })

  it('revenue split into any months is charged once in total', () => {
    const months = fc.array(fc.array(fc.integer({ min: -50_000, max: 60_000 }), { maxLength: 8 }), {
      minLength: 1,
      maxLength: 12,
    })
    fc.assert(
      fc.property(months, (amounts) => {
        let carriedInCents = 0
        let netOwedOn = 0
        for (const month of amounts) {
          const lines = month.map((cents) => (cents < 0 ? refund(-cents) : charge(cents)))
          const sums = sumUpMonth(lines, { ...partnership, carriedInCents })
          netOwedOn += sums.commissionCents > 0 ? sums.netCents : 0
          carriedInCents = sums.carriedOutCents
          const exact = commissionCents(sums.netCents, 1200)
          expect(sums.commissionCents).toBe(exact < 50 ? 0 : exact)
        }
        const all = amounts.flat().reduce((sum, cents) => sum + cents, 0)
        expect(netOwedOn + carriedInCents).toBe(all)
      }),
    )
  })
})

describe('tax', () => {
  it('is excluded in proportion, and the parts sum to the whole', () => {
    expect(taxShare(11_300, 11_300, 1_300)).toBe(1_300)
    expect(taxShare(5_650, 11_300, 1_300)).toBe(650)
    expect(taxShare(100, 0, 0)).toBe(0)
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 9_999 }), { minLength: 1 }),
        fc.nat(5_000),
        (parts, tax) => {
          const total = parts.reduce((sum, part) => sum + part, 0)
          let running = 0
          let taken = 0
          for (const part of parts) {
            const before = taxShare(running, total, tax)
            running += part
            taken += taxShare(running, total, tax) - before
          }
          expect(taken).toBe(tax)
        },
      ),
    )
  })
})

describe('the policy of a month', () => {
  const april = new Date('2026-04-01T04:00:00Z')
  const span = (startedAt: string, endedAt: string | null = null) => ({
    startedAt: new Date(startedAt),
    endedAt: endedAt === null ? null : new Date(endedAt),
  })
  it.each([
    ['partnership', []],
    ['tier', [span('2026-03-31T23:59:00Z')]],
    ['tier', [span('2026-04-01T04:00:00Z')]],
    ['partnership', [span('2026-04-01T04:00:01Z')]],
    // The tier ends within the month: the month stays under it.
    ['tier', [span('2026-02-10T00:00:00Z', '2026-04-10T00:00:00Z')]],
    ['partnership', [span('2026-02-10T00:00:00Z', '2026-04-01T04:00:00Z')]],
    ['tier', [span('2026-02-10T00:00:00Z', '2026-03-10T00:00:00Z'), span('2026-03-12T00:00:00Z')]],
  ] as const)('is %s for %j', (policy, spans) => {
    expect(policyForMonth(spans, april)).toBe(policy)
  })
})
