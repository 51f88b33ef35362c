import { expect, it } from 'vitest'
import { type CreditChange, type CreditKind, unusedGivenCents } from './credits.ts'

/** Changes with the balance after each. */
function changes(...steps: [kind: CreditKind, cents: number, invoice?: string][]): CreditChange[] {
  let balanceCents = 0
  return steps.map(([kind, cents, invoice = null]) => {
    balanceCents += cents
    return { kind, cents, balanceCents, invoice: invoice as string | null }
  })
}

it.each([
  ['nothing', [], 0],
  ['a credit', [['given', 2_000]], 2_000],
  [
    'a credit that an invoice used in part',
    [
      ['given', 2_000],
      ['used', -1_500, 'a'],
    ],
    500,
  ],
  [
    'a credit taken back',
    [
      ['given', 2_000],
      ['taken_back', -2_000],
    ],
    0,
  ],
  [
    'a credit before the payer’s own',
    [
      ['given', 2_000],
      ['other', 3_000],
      ['used', -2_500, 'a'],
    ],
    0,
  ],
  [
    'the payer’s own is paid out',
    [
      ['given', 2_000],
      ['other', 3_000],
      ['other', -3_000],
    ],
    2_000,
  ],
  [
    'two tabs that take it back at once',
    [
      ['other', 3_000],
      ['given', 2_000],
      ['taken_back', -2_000],
      ['taken_back', -2_000],
      ['taken_back', 2_000],
    ],
    0,
  ],
  [
    'a debt that the credit covers first',
    [
      ['used', -49, 'a'],
      ['given', 2_000],
    ],
    1_951,
  ],
  [
    'a voided invoice',
    [
      ['given', 2_000],
      ['used', -2_000, 'a'],
      ['returned', 2_000, 'a'],
    ],
    2_000,
  ],
  [
    'a voided invoice that had used the payer’s own too',
    [
      ['other', 1_000],
      ['given', 500],
      ['used', -1_500, 'a'],
      ['returned', 1_500, 'a'],
    ],
    500,
  ],
] as [string, [CreditKind, number, string?][], number][])('%s', (_, steps, unused) => {
  expect(unusedGivenCents(changes(...steps))).toBe(unused)
})
