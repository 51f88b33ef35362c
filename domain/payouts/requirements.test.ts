import { expect, test } from 'vitest'
import { requirementsInWords } from './requirements.ts'

test('translates Stripe’s names to plain words, also for numbered persons', () => {
  expect(
    requirementsInWords([
      'external_account',
      'individual.verification.document',
      'person_1AbC.dob.year',
      'company.address.line1',
      'representative.address.city',
      'company.tax_id',
    ]),
  ).toEqual([
    'A bank account for your payouts',
    'A photo of an identity document',
    'A date of birth',
    'The address of your clinic',
    'A home address',
    'The tax or registration number of your clinic',
  ])
})

test('merges names with the same meaning', () => {
  expect(
    requirementsInWords(['individual.dob.day', 'individual.dob.month', 'individual.dob.year']),
  ).toHaveLength(1)
})

test('reports an unknown name as further details', () => {
  expect(requirementsInWords(['settings.payments.something_new'])).toEqual([
    'Further details, shown on Stripe’s page',
  ])
})
