import { expect, it } from 'vitest'
import { bookAccountOf } from './book-accounts.ts'
import type { MoneyEntry } from './entries.ts'
import { moneyExportInput, periodInput } from './inputs.ts'
import { journalsCsv } from './journals.ts'
import { agesFrom, invoiceAge } from './open-invoices.ts'
import { instantsOfPeriod, namedPeriod } from './periods.ts'

it('names periods by the clinic’s days', () => {
  const today = '2026-02-28'
  expect(namedPeriod('this_month', today)).toEqual({ from: '2026-02-01', until: '2026-02-28' })
  expect(namedPeriod('last_month', '2026-01-31')).toEqual({ from: '2025-12-01', until: '2025-12-31' })
  expect(namedPeriod('this_quarter', today)).toEqual({ from: '2026-01-01', until: '2026-03-31' })
  expect(namedPeriod('last_quarter', today)).toEqual({ from: '2025-10-01', until: '2025-12-31' })
  expect(namedPeriod('this_year', today)).toEqual({ from: '2026-01-01', until: '2026-12-31' })
  expect(namedPeriod('last_year', today)).toEqual({ from: '2025-01-01', until: '2025-12-31' })
  const { from, until } = instantsOfPeriod({ from: '2026-03-08', until: '2026-03-08' }, 'America/New_York')
  // the day has 23 hours
  expect([from.toISOString(), until.toISOString()]).toEqual([
    '2026-03-08T05:00:00.000Z',
    '2026-03-09T04:00:00.000Z',
  ])
})

it('refuses a period that ends before it begins, or is longer than five years', () => {
  const isValid = (from: string, until: string) => periodInput.safeParse({ from, until }).success
  expect(isValid('2026-01-01', '2026-01-01')).toBe(true)
  for (const [from, until] of [
    ['2026-01-02', '2026-01-01'],
    ['2019-01-01', '2026-01-01'],
    ['2026-02-30', '2026-03-01'],
  ] as const)
    expect(isValid(from, until), from).toBe(false)
  expect(moneyExportInput.safeParse({ from: '2026-01-02', until: '2026-01-01', format: 'csv' }).success).toBe(
    false,
  )
})

it('counts the age of an open invoice from its due date, otherwise from its issue', () => {
  const issuedAt = '2026-06-01T12:00:00Z'
  expect(agesFrom({ dueAt: '2026-07-01T12:00:00Z', issuedAt })).toBe('2026-07-01T12:00:00Z')
  expect(agesFrom({ dueAt: null, issuedAt })).toBe(issuedAt)
})

it('groups open invoices by days since they were due', () => {
  const ages = [0, 1, 30, 31, 60, 61, 90, 91].map((days) =>
    invoiceAge(new Date(Date.UTC(2026, 5, 30 - days)).toISOString().slice(0, 10), '2026-06-30'),
  )
  expect(ages).toEqual(['current', 'days30', 'days30', 'days60', 'days60', 'days90', 'days90', 'older'])
  expect(invoiceAge('2026-07-01', '2026-06-30')).toBe('current')
})

const entry = (on: string): MoneyEntry => ({
  ...{ kind: 'charge', on, currency: 'cad', reference: 'ch_1', patientName: 'Dana', planName: null },
  ...{
    receipt: null,
    invoiceNumber: null,
    method: null,
    writeOffReason: null,
    refundReason: null,
    taxName: null,
    taxRatePpm: null,
    payout: null,
  },
  ...{ amountCents: 4_900, taxCents: 0, netCents: 4_900, feeCents: 0, bankCents: 0, writtenOffCents: 0 },
  postings: [
    { account: 'clearing', cents: 4_900 },
    { account: 'revenue:wellness', cents: -4_900 },
  ],
})

it('has one journal a month where one a day is longer than Xero imports', () => {
  const period = { from: '2026-01-01', until: '2026-06-15' }
  const csv = (days: number, format: 'quickbooks' | 'xero') =>
    journalsCsv(
      Array.from({ length: days }, (_, day) =>
        entry(new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10)),
      ),
      period,
      { format, names: {}, currency: 'cad' },
    )
      .trim()
      .split('\r\n')
  expect(csv(150, 'xero')).toHaveLength(301)
  const monthly = csv(160, 'xero')
  expect(monthly).toHaveLength(13)
  expect(monthly.at(-1)).toBe('Carefold 2026-06,15 Jun 2026,Payment,200,Tax Exempt,-441.00,,,,')
  expect(csv(160, 'quickbooks')).toHaveLength(321)
  expect(csv(1, 'quickbooks')[1]).toBe('CF-2026-01-01,01/01/2026,Stripe Clearing,49.00,,Payment,,CAD,,')
})

it('refuses an account that the books do not have, so that no posting is missing', () => {
  expect(bookAccountOf('disputes:wellness')).toBe('disputes')
  expect(() => bookAccountOf('somewhere')).toThrow('somewhere')
})
