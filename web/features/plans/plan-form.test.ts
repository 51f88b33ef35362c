import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { savePlanInput } from '#domain/plans/inputs.ts'
import { formErrors } from '#testing/hostile/form-errors.ts'
import {
  emptyPlanForm,
  type PlanForm,
  planFieldPath,
  planFormFrom,
  planFormSchema,
  savePlanInputFrom,
} from './plan-form.ts'

const filled: PlanForm = { ...emptyPlanForm, name: 'Complete Care', amount: '49.50' }

const errorsAfter = (changes: Partial<PlanForm>) =>
  formErrors(planFormSchema('usd'), { ...filled, ...changes })

test('converts a price in dollars to cents', () => {
  expect(savePlanInputFrom(filled, 'usd').amountCents).toBe(4950)
  expect(savePlanInputFrom({ ...filled, amount: '$1,200' }, 'usd').amountCents).toBe(120_000)
})

test('reports an invalid, too low or too high price at its field', () => {
  expect(errorsAfter({ amount: '' })).toEqual({ amount: 'Please enter a price, such as 99 or 99.50.' })
  expect(errorsAfter({ amount: '49.999' })).toEqual({
    amount: 'Please enter a price, such as 99 or 99.50.',
  })
  expect(errorsAfter({ amount: '0.20' })).toEqual({ amount: 'The price must be at least 0.50.' })
  expect(errorsAfter({ amount: '10000.01' })).toEqual({ amount: 'The price may be at most 10,000.' })
  expect(errorsAfter({ amount: '10,000' })).toEqual({})
})

test('drops empty lines, and the server accepts the input', () => {
  const form = { ...filled, includes: [{ line: ' Two visits ' }, { line: '' }, { line: 'Messages' }] }
  const input = savePlanInputFrom(form, 'usd')
  expect(input.includes).toEqual(['Two visits', 'Messages'])
  expect(z.safeParse(savePlanInput, input).success).toBe(true)
})

test('reports a line that is too long at that line', () => {
  expect(errorsAfter({ includes: [{ line: 'ok' }, { line: 'x'.repeat(121) }] })).toEqual({
    'includes.1.line': 'One line may have at most 120 characters.',
  })
})

test('opens a saved plan with the same texts and price', () => {
  const form = planFormFrom({
    id: 'plan',
    kind: 'uninsured',
    name: 'Block fee',
    description: 'A year of paperwork',
    includes: ['Sick notes', 'Forms'],
    excludes: ['Court reports'],
    childAgeLimit: 16,
    trialDays: 7,
    maxPauseMonths: 2,
    leavingRefund: 'none',
    status: 'draft',
    publishedAt: null,
    closedAt: null,
    price: {
      id: 'price',
      interval: 'year',
      amountCents: 12_000,
      childCents: 4_000,
      householdCents: 30_000,
      enrolmentCents: 2_500,
      currency: 'usd',
    },
    memberCount: 0,
    versions: [],
  })
  expect(form).toMatchObject({ kind: 'uninsured', interval: 'year', amount: '120.00' })
  expect(savePlanInputFrom(form, 'usd', 'plan')).toMatchObject({
    planId: 'plan',
    excludes: ['Court reports'],
    amountCents: 12_000,
    childCents: 4_000,
    householdCents: 30_000,
    enrolmentCents: 2_500,
    childAgeLimit: 16,
    trialDays: 7,
  })
})

test('maps the server’s errors to their fields', () => {
  expect(['amountCents', 'includes.2', 'name'].map(planFieldPath)).toEqual([
    'amount',
    'includes.2.line',
    'name',
  ])
})

test('checks household prices only if households can join', () => {
  const typed = { childAmount: '20', householdAmount: '120' }
  expect(savePlanInputFrom({ ...filled, ...typed }, 'usd')).toMatchObject({
    childCents: null,
    householdCents: null,
  })
  const household = { ...typed, forHouseholds: true }
  expect(savePlanInputFrom({ ...filled, ...household }, 'usd')).toMatchObject({
    childCents: 2_000,
    householdCents: 12_000,
  })
  expect(errorsAfter(household)).toEqual({})
  expect(errorsAfter({ ...household, childAmount: '60' })).toEqual({
    childAmount: 'A child cannot cost more than an adult.',
  })
  expect(errorsAfter({ ...household, householdAmount: '40' })).toEqual({
    householdAmount: 'The household maximum must be above the price for one adult.',
  })
  expect(errorsAfter({ forHouseholds: true })).toEqual({
    childAmount: 'Please enter a price for a child, or a maximum for a household.',
  })
  expect(errorsAfter({ childAge: '99', trialDays: 'two' })).toEqual({
    childAge: 'Please enter an age from 1 to 26.',
    trialDays: 'Please enter 0 to 90 days.',
  })
})
