import { describe, expect, it } from 'vitest'
import { type ImportFacts, markSimilar, readRows, sharedAddresses } from './check-rows.ts'
import { areEnoughColumns, type ImportField, recognizeColumns } from './columns.ts'
import type { CheckedFile, SimilarPerson } from './patient-imports.ts'
import { filePlans } from './plan-names.ts'

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

type Cells = Partial<Record<ImportField, string>>
const fileOf = (rows: Cells[], changes: Partial<CheckedFile> = {}): CheckedFile => ({
  rows: rows.map((cells, at) => ({ line: at + 2, cells })),
  dateOrder: 'mdy',
  century: null,
  turnsNames: true,
  planNames: [],
  ...changes,
})
const readAll = (rows: Cells[], changes?: Partial<CheckedFile>) => readRows(fileOf(rows, changes), facts)

function check(cells: Cells, changes: Partial<CheckedFile> = {}, about: Partial<ImportFacts> = {}) {
  const file = fileOf([{ fullName: 'Ida Moss', email: 'ida@home.test', ...cells }], changes)
  const [row] = readRows(file, { ...facts, ...about })
  if (!row) throw new Error('no row')
  return row
}

describe('a row of the file', () => {
  it('is ready with a name alone', () => {
    expect(check({ email: '' })).toMatchObject({
      state: 'ready',
      problems: {},
      name: 'Ida Moss',
      email: null,
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
    expect(check({ fullName: 'Pat   Doe', email: 'Pat <pat@home.test>' })).toMatchObject({
      name: 'Pat Doe',
      email: 'pat@home.test',
    })
  })

  it('turns a name with a comma around and shows the written one, unless this is switched off', () => {
    expect(check({ fullName: 'Adler, Marta' })).toMatchObject({
      name: 'Marta Adler',
      writtenName: 'Adler, Marta',
    })
    expect(check({ fullName: 'Adler, Marta' }, { turnsNames: false })).toMatchObject({
      name: 'Adler, Marta',
      writtenName: null,
    })
  })

  it.each(['', ' ', '\u200b\u2060'])('is skipped only without a visible name: %j', (fullName) => {
    expect(check({ fullName })).toMatchObject({
      state: 'no_name',
      problems: { fullName: 'The name is missing.' },
    })
  })

  it.each<[string, Cells, ImportField, string]>([
    ['a name of 201 characters', { fullName: 'a'.repeat(201) }, 'fullName', 'cut'],
    ['a name as the address', { email: 'ida' }, 'email', 'not an email'],
    ['a day that does not exist', { birthday: '1990-02-30' }, 'birthday', 'does not exist'],
    ['a century that is not chosen', { birthday: '2/3/16' }, 'birthday', 'two centuries'],
    ['a birthday tomorrow', { birthday: '2026-03-11' }, 'birthday', 'between'],
    ['a birthday long ago', { birthday: '1899-12-31' }, 'birthday', 'between'],
    ['a phone that is none', { phone: '555' }, 'phone', 'not a phone number'],
    ['a plan that is not sold', { plan: 'Gold' }, 'plan', 'none of your published plans'],
    ['a price without a plan', { price: '99' }, 'plan', 'has no plan'],
    ['a paid time without a plan', { paidUntil: '2026-06-30' }, 'plan', 'has no plan'],
    ['one of several prices', { plan: 'whole year' }, 'plan', '$99.00 a month, $990.00 a year'],
    ['another price', { plan: 'Light', price: '$24' }, 'price', '$25.00 a month'],
    ['a price that is none', { plan: 'Light', price: 'free' }, 'price', '$25.00 a month'],
  ])('leaves out the cell, not the patient: %s', (_what, cells, field, text) => {
    const row = check(cells)
    expect(row.state).toBe('ready')
    expect(Object.keys(row.problems)).toEqual([field])
    expect(row.problems[field]).toContain(text)
    expect(row.firstCharge).toBeNull()
  })

  it.each(['2028-03-12', 'soon'])(
    'prepares no plan without its paid time, so that it is not paid twice: %s',
    (paidUntil) => {
      expect(check({ plan: 'Light', paidUntil })).toMatchObject({
        state: 'ready',
        plan: null,
        paidUntil: null,
        firstCharge: null,
        problems: { plan: expect.stringContaining('“Light” is not prepared') },
      })
    },
  )

  it('reads phones as in the clinic’s country, and dates in the selected order', () => {
    expect(check({ phone: '(416) 555-0199', birthday: '3/4/1990' })).toMatchObject({
      phone: '+14165550199',
      birthday: '1990-03-04',
    })
    expect(check({ birthday: '3/4/1990' }, { dateOrder: 'dmy' }).birthday).toBe('1990-04-03')
    expect(check({ phone: '0049 30 901820' }).phone).toBe('+4930901820')
    expect(check({ phone: '4165550199.0' }).phone).toBe('+14165550199')
  })
})

describe('a plan of the file', () => {
  it('is the chosen one for its name, in each notation of the name', () => {
    const planNames = [{ name: 'Essential Care', offer: { planId: 'light', priceId: null } }]
    for (const plan of ['Essential Care', ' essential  care'])
      expect(check({ plan }, { planNames }).plan).toMatchObject({ planId: 'light', priceId: 'light' })
    expect(
      check({ plan: 'Essential Care' }, { planNames: [{ name: 'Essential Care', offer: null }] }),
    ).toMatchObject({
      plan: null,
      problems: {},
    })
  })

  it('has the chosen price, unless the row has another price of the plan', () => {
    const planNames = [{ name: 'Gold', offer: { planId: 'whole', priceId: 'yearly' } }]
    expect(check({ plan: 'Gold' }, { planNames }).plan?.priceId).toBe('yearly')
    expect(check({ plan: 'Gold', price: '99' }, { planNames }).plan?.priceId).toBe('monthly')
  })

  it('is asked once for each name that is no published plan with a certain price', () => {
    const file = fileOf([
      { plan: 'Essential Care' },
      { plan: 'essential care' },
      { plan: 'Light' },
      { plan: 'Whole Year' },
      { plan: '' },
    ])
    expect(filePlans(file, facts)).toEqual([
      { name: 'Essential Care', rows: 2, offer: null, isKnown: false },
      { name: 'Light', rows: 1, offer: null, isKnown: true },
      { name: 'Whole Year', rows: 1, offer: null, isKnown: false },
    ])
    expect(filePlans(fileOf([{ plan: 'Whole Year', price: '99' }]), facts)).toMatchObject([{ isKnown: true }])
  })
})

describe('similar patients', () => {
  const existing = (person: Partial<SimilarPerson>): SimilarPerson => ({
    patientId: 'p1',
    line: null,
    name: 'Ida Moss',
    bornOn: null,
    hasAccount: false,
    hasSameName: true,
    ...person,
  })
  const states = (rows: Cells[]) => markSimilar(readAll(rows), new Map()).map(({ state }) => state)

  it('are existing ones, and earlier rows with the same name in any order and notation', () => {
    const rows = markSimilar(
      readAll([{ fullName: 'Ida Moss' }, { fullName: 'Ben Ash' }, { fullName: 'ASH, BEN' }]),
      new Map([[2, [existing({})]]]),
    )
    expect(rows.map(({ state }) => state)).toEqual(['similar', 'ready', 'similar'])
    expect(rows[2]?.similar).toMatchObject([{ patientId: null, line: 3, hasSameName: true }])
  })

  it('are not parents and children of one name, nor a family with one address', () => {
    expect(
      states([
        { fullName: 'Ida Moss', birthday: '3/28/1954' },
        { fullName: 'Ida Moss', birthday: '3/28/1984' },
        { fullName: 'Max Moss', birthday: '3/28/1984', email: 'moss@home.test' },
        { fullName: 'Tom Moss', birthday: '3/28/1984', email: 'moss@home.test' },
      ]),
    ).toEqual(['ready', 'ready', 'ready', 'ready'])
  })

  it('are those with a short given name and the same birthday and phone', () => {
    const cells = { birthday: '3/28/1984', phone: '(416) 555-0199' }
    expect(
      states([
        { fullName: 'Alexandra Moss', ...cells },
        { fullName: 'Alex Moss', ...cells },
      ]),
    ).toEqual(['ready', 'similar'])
  })
})

it('an address is shared by rows, with existing patients, or taken by an account', () => {
  const rows = readAll([
    { fullName: 'A', email: 'one@home.test' },
    { fullName: 'B', email: 'ONE@home.test' },
    { fullName: 'C', email: 'two@home.test' },
    { fullName: 'D', email: 'taken@home.test' },
    { fullName: 'E', email: 'own@home.test' },
    { fullName: '', email: 'own@home.test' },
  ])
  expect(
    sharedAddresses(rows, new Map([['two@home.test', ['Ida Moss']]]), new Set(['taken@home.test'])),
  ).toEqual([
    { email: 'one@home.test', lines: [2, 3], others: [], isTaken: false },
    { email: 'two@home.test', lines: [4], others: ['Ida Moss'], isTaken: false },
    { email: 'taken@home.test', lines: [5], others: [], isTaken: true },
  ])
})

describe('the first charge', () => {
  it('is the day after the paid time, without enrolment fee and trial', () => {
    const row = check({ plan: 'whole year', price: '99', paidUntil: '3/31/2026' })
    expect(row.plan).toEqual({ planId: 'whole', priceId: 'monthly', name: 'Whole Year', interval: 'month' })
    expect(row.firstCharge).toEqual({ on: '2026-04-01', afterDays: 0, totalCents: 9_900, currency: 'usd' })
    expect(check({ plan: 'Light', paidUntil: '2026-06-30' }).firstCharge).toMatchObject({ on: '2026-07-01' })
  })

  it('is at noon and at least 48 hours ahead, as Stripe’s page requires: no one pays a day twice', () => {
    // Paid until today: the 11th is too early for Stripe.
    expect(check({ plan: 'Light', paidUntil: '2026-03-10' }).firstCharge?.on).toBe('2026-03-12')
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
    const plans = facts.plans.map((plan) => ({
      ...plan,
      money: { ...plan.money, tax: { name: 'HST', ratePpm: 130_000, isInclusive: false } },
    }))
    expect(check({ plan: 'Light', paidUntil: '2026-06-30' }, {}, { plans }).firstCharge?.totalCents).toBe(
      2_825,
    )
  })
})

describe('columns', () => {
  it('are recognized by headings of other products, ignoring case and punctuation', () => {
    expect(
      recognizeColumns(['First Name', 'LAST_NAME', 'E-mail Address', 'DOB', 'Cell #', 'Membership', 'Notes']),
    ).toEqual({ firstName: 0, lastName: 1, email: 2, birthday: 3, phone: 4, plan: 5 })
  })

  it('must include a name', () => {
    expect(areEnoughColumns({ email: 0 })).toBe(false)
    expect(areEnoughColumns({ lastName: 1 })).toBe(true)
  })
})
