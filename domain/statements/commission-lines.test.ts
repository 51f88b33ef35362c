import fc from 'fast-check'
import { expect, it } from 'vitest'
import { commissionCents } from './commission.ts'
import { commissionLines } from './commission-lines.ts'

const lines = (wellness: number, uninsured: number, carriedInCents = 0) =>
  commissionLines({
    commissionCents: commissionCents(wellness + uninsured + carriedInCents, 1_200),
    revenue: { wellness, uninsured },
    carriedInCents,
  })

it('has one line for each kind of plan sold', () => {
  expect(lines(145_075, 0)).toEqual([{ kind: 'wellness', amountCents: 17_409 }])
  expect(lines(100_000, 50_000)).toEqual([
    { kind: 'wellness', amountCents: 12_000 },
    { kind: 'uninsured', amountCents: 6_000 },
  ])
})

it('shows deductions for refunds and earlier months', () => {
  expect(lines(100_000, -10_000, -20_000)).toEqual([
    { kind: 'wellness', amountCents: 12_000 },
    { kind: 'uninsured', amountCents: -1_200 },
    { kind: 'carried', amountCents: -2_400 },
  ])
})

it('adds up to the commission, whatever the amounts', () => {
  const cents = fc.integer({ min: -5_000_000, max: 5_000_000 })
  fc.assert(
    fc.property(cents, cents, fc.integer({ min: -5_000_000, max: 416 }), (wellness, uninsured, carried) => {
      const net = wellness + uninsured + carried
      fc.pre(net > 0)
      const owed = commissionCents(net, 1_200)
      const made = lines(wellness, uninsured, carried)
      expect(made.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(owed)
    }),
    { numRuns: 2_000 },
  )
})
