import { expect, it } from 'vitest'
import { type PayoutLine, payoutCsv, payoutSums } from './payout-lines.ts'

function aLine(kind: PayoutLine['kind'], grossCents: number, feeCents = 0): PayoutLine {
  return {
    kind,
    grossCents,
    feeCents,
    netCents: grossCents - feeCents,
    occurredAt: '2026-03-03T06:30:00Z',
    reference: `${kind}_1`,
    invoiceNumber: kind === 'charge' ? 'A-1' : null,
  }
}

const lines = [
  aLine('charge', 9_900, 317),
  aLine('charge', 5_000, 175),
  aLine('refund', -2_000),
  aLine('dispute', -5_000, 1_500),
  aLine('fee', -200),
  aLine('payout_returned', 3_000),
]

it('the parts of a payout less the fees are the sum of its lines', () => {
  const sums = payoutSums(lines)
  expect(sums).toEqual({
    paymentsCents: 14_900,
    refundsCents: -2_000,
    disputesCents: -5_000,
    otherCents: 3_000,
    feesCents: 2_192,
  })
  const { feesCents, ...parts } = sums
  expect(Object.values(parts).reduce((sum, cents) => sum + cents, 0) - feesCents).toBe(
    lines.reduce((sum, { netCents }) => sum + netCents, 0),
  )
})

it('the file has a row per line, dated in the clinic’s zone, and the line of the bank', () => {
  const payout = { id: 'po_1', amountCents: 9_583, currency: 'usd', timeZone: 'America/Vancouver' }
  expect(payoutCsv(payout, lines.slice(0, 1)).split('\r\n')).toEqual([
    'payout,date,kind,reference,invoice,gross,fee,net,currency',
    'po_1,2026-03-02,charge,charge_1,A-1,99.00,3.17,95.83,USD',
    'po_1,,payout,po_1,,,,95.83,USD',
    '',
  ])
})
