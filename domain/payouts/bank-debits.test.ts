import { expect, it } from 'vitest'
import { debitMethodOf, isBankAccount, paysOnJoining, settlesAbout } from './bank-debits.ts'

it.each([
  ['a Tuesday', 'us_bank_account', '2026-11-24T18:00:00Z', '2026-11-30T18:00:00.000Z'],
  ['a Friday', 'us_bank_account', '2026-11-27T18:00:00Z', '2026-12-03T18:00:00.000Z'],
  ['a Saturday', 'acss_debit', '2026-11-28T18:00:00Z', '2026-12-04T18:00:00.000Z'],
] as const)('counts business days from %s', (_day, method, from, until) => {
  expect(settlesAbout(method, new Date(from)).toISOString()).toBe(until)
})

it('has one method for each currency, and only ACH when joining', () => {
  expect(['usd', 'cad'].map(debitMethodOf)).toEqual(['us_bank_account', 'acss_debit'])
  expect([paysOnJoining('us_bank_account'), paysOnJoining('acss_debit')]).toEqual([true, false])
  expect([isBankAccount('visa'), isBankAccount('acss_debit'), isBankAccount(null)]).toEqual([
    false,
    true,
    false,
  ])
})
