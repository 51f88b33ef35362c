import { describe, expect, it } from 'vitest'
import { checkRows, type ImportFacts } from './check-rows.ts'
import { areEnoughColumns, type ImportField, recognizeColumns } from './columns.ts'
import { countStates } from './patient-imports.ts'
import { typedDate } from './typed-dates.ts'

const price = {
  currency: 'usd',
  childCents: null,
  householdCents: null,
  enrolmentCents: 5_000,
}
const facts: ImportFacts = {
  now: new Date('2026-03-10T15:00:00Z'),
  timeZone: 'America/Toronto',
  currency: 'usd',
  dateOrder: 'mdy',
  known: new Set(['here@clinic.test']),
  plans: [
    {
      id: 'whole',
      name: 'Whole Year',
      prices: [
        { ...price, id: 'monthly', interval: 'month', amountCents: 9_900 },
        { ...price, id: 'yearly', interval: 'year', amountCents: 99_000, enrolmentCents: null },
      ],
      money: { childAgeLimit: 18, trialDays: 0, tax: null },
    },
    {
      id: 'light',
      name: 'Light',
      prices: [{ ...price, id: 'light', interval: 'month', amountCents: 2_500, enrolmentCents: null }],
      money: { childAgeLimit: 18, trialDays: 14, tax: null },
    },
  ],
}

function check(cells: Partial<Record<ImportField, string>>, changes: Partial<ImportFacts> = {}) {
  const [row] = checkRows([{ line: 2, cells: { fullName: 'Ida Moss', email: 'ida@home.test', ...cells } }], {
    ...facts,
    ...changes,
  })
  if (!row) throw new Error('no row')
  return row
}

describe('a row of the file', () => {
  it('is ready with only a name and an address', () => {
    expect(check({})).toMatchObject({
      state: 'ready',
      name: 'Ida Moss',
      email: 'ida@home.test',
      birthday: null,
      phone: null,
      plan: null,
      firstCharge: null,
    })
  })

  it('joins first and last name, puts values on one line and lower-cases the address', () => {
    expect(
      check({ fullName: '', firstName: ' Ida\n', lastName: 'Moss', email: ' IDA@Home.test ' }),
    ).toMatchObject({ state: 'ready', name: 'Ida Moss', email: 'ida@home.test' })
  })

  it.each<[string, Partial<Record<ImportField, string>>, ImportField, string]>([
    ['no name', { fullName: ' ' }, 'fullName', 'missing'],
    ['a name of 201 characters', { fullName: 'a'.repeat(201) }, 'fullName', '200'],
    ['no address', { email: '' }, 'email', 'missing'],
    ['a name as the address', { email: 'ida' }, 'email', 'not an email'],
    ['a date that does not exist', { birthday: '2/30/1990' }, 'birthday', 'four-digit'],
    ['a year of two digits', { birthday: '2/3/90' }, 'birthday', 'four-digit'],
    ['a birthday tomorrow', { birthday: '2026-03-11' }, 'birthday', 'between'],
    ['a birthday long ago', { birthday: '1899-12-31' }, 'birthday', 'between'],
    ['a phone that is none', { phone: '555' }, 'phone', 'phone number'],
    ['a plan that is not sold', { plan: 'Gold' }, 'plan', 'No published plan'],
    ['a price without a plan', { price: '99' }, 'plan', 'Enter the plan'],
    ['a paid time without a plan', { paidUntil: '2026-06-30' }, 'plan', 'Enter the plan'],
    ['one of several prices', { plan: 'whole year' }, 'price', '$99.00 a month, $990.00 a year'],
    ['another price', { plan: 'Light', price: '$24' }, 'price', '$25.00 a month'],
    ['a price that is none', { plan: 'Light', price: 'free' }, 'price', '$25.00 a month'],
    ['a time paid too far', { plan: 'Light', paidUntil: '2028-03-10' }, 'paidUntil', 'two years'],
  ])('reports the error at the field: %s', (_what, cells, field, text) => {
    const row = check(cells)
    expect(row.state).toBe('problem')
    expect(Object.keys(row.problems)).toEqual([field])
    expect(row.problems[field]).toContain(text)
    expect(row.firstCharge).toBeNull()
  })

  it('reads phones as in the clinic’s country, and dates in the selected order', () => {
    expect(check({ phone: '(416) 555-0199', birthday: '3/4/1990' })).toMatchObject({
      phone: '+14165550199',
      birthday: '1990-03-04',
    })
    expect(check({ birthday: '3/4/1990' }, { dateOrder: 'dmy' }).birthday).toBe('1990-04-03')
  })

  it('is skipped if a patient or an earlier row has the address', () => {
    const rows = checkRows(
      ['a@b.test', 'here@clinic.test', 'A@b.test', 'broken'].map((email, at) => ({
        line: at + 2,
        cells: { fullName: 'Somebody', email },
      })),
      facts,
    )
    expect(rows.map(({ state }) => state)).toEqual(['ready', 'here', 'repeated', 'problem'])
    expect(countStates(rows)).toEqual({ ready: 1, here: 1, repeated: 1, problem: 1 })
  })
})

describe('the first charge', () => {
  it('is the day after the paid time, without enrolment fee and trial', () => {
    const row = check({ plan: 'whole year', price: '99', paidUntil: '3/31/2026' })
    expect(row.plan).toEqual({ planId: 'whole', priceId: 'monthly', name: 'Whole Year', interval: 'month' })
    expect(row.firstCharge).toEqual({ on: '2026-04-01', afterDays: 0, totalCents: 9_900, currency: 'usd' })
    expect(check({ plan: 'Light', paidUntil: '2026-06-30' }).firstCharge).toMatchObject({ on: '2026-07-01' })
  })

  it('is at least three days ahead, as Stripe’s page requires: no one pays a day twice', () => {
    // Paid until today: the 11th is too early for Stripe.
    expect(check({ plan: 'Light', paidUntil: '2026-03-10' }).firstCharge?.on).toBe('2026-03-13')
  })

  it('happens on joining if no paid time is left, with a new member’s charges', () => {
    expect(check({ plan: 'Whole Year', price: '99.00', paidUntil: '2026-03-09' }).firstCharge).toEqual({
      on: null,
      afterDays: 0,
      totalCents: 14_900,
      currency: 'usd',
    })
    expect(check({ plan: 'Light' }).firstCharge).toEqual({
      on: null,
      afterDays: 14,
      totalCents: 2_500,
      currency: 'usd',
    })
  })

  it('includes the clinic’s tax', () => {
    const taxed = facts.plans.map((plan) => ({
      ...plan,
      money: { ...plan.money, tax: { name: 'HST', ratePpm: 130_000, isInclusive: false } },
    }))
    expect(check({ plan: 'Light', paidUntil: '2026-06-30' }, { plans: taxed }).firstCharge?.totalCents).toBe(
      2_825,
    )
  })
})

describe('columns', () => {
  it('are recognized by headings of other products, ignoring case and punctuation', () => {
    expect(
      recognizeColumns(['First Name', 'LAST_NAME', 'E-mail Address', 'DOB', 'Cell #', 'Membership', 'Notes']),
    ).toEqual({
      firstName: 0,
      lastName: 1,
      email: 2,
      birthday: 3,
      phone: 4,
      plan: 5,
    })
    expect(recognizeColumns(['Patient', 'Email', 'Already paid until', 'Amount'])).toEqual({
      fullName: 0,
      email: 1,
      paidUntil: 2,
      price: 3,
    })
  })

  it('must include a name and an address', () => {
    expect(areEnoughColumns({ email: 0 })).toBe(false)
    expect(areEnoughColumns({ fullName: 0 })).toBe(false)
    expect(areEnoughColumns({ lastName: 1, email: 0 })).toBe(true)
  })
})

it.each([
  ['2026-03-28', '2026-03-28'],
  ['2026/3/8', '2026-03-08'],
  ['2026-03-28T00:00:00', '2026-03-28'],
  ['3/28/2026', '2026-03-28'],
  ['3.28.2026', '2026-03-28'],
  ['28/3/2026', null],
  ['2026-02-29', null],
  ['2024-02-29', '2024-02-29'],
  ['soon', null],
  ['', null],
])('reads the date %s', (text, date) => {
  expect(typedDate(text, 'mdy')).toBe(date)
})
