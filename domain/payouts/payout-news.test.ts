import { expect, test } from 'vitest'
import { payoutNews } from './payout-news.ts'

const account = (state: Parameters<typeof payoutNews>[0]['state'], requirementsDue: string[] = []) =>
  payoutNews({ state, chargesEnabled: false, payoutsEnabled: false, requirementsDue })

test('does not call an abandoned page done', () => {
  for (const state of ['none', 'created'] as const)
    expect(account(state, ['tos_acceptance.date'])).toMatchObject({
      isReady: false,
      title: 'Set-up is not finished',
    })
})

test('names Stripe’s requirements in plain words', () => {
  expect(account('restricted', ['external_account', 'individual.dob.day', 'individual.dob.year'])).toEqual({
    isReady: false,
    title: 'Stripe needs more details from you',
    description: 'Stripe still needs: A bank account for your payouts; A date of birth.',
  })
  expect(account('payouts_enabled', ['company.tax_id']).isReady).toBe(false)
})

test('calls only an account with payouts ready', () => {
  expect(account('payouts_enabled')).toMatchObject({ isReady: true, title: 'Your payout account is ready' })
  expect(account('details_submitted')).toMatchObject({ isReady: false, title: 'Details are being checked' })
  expect(account('charges_enabled')).toMatchObject({ isReady: false, title: 'Ready to take payments' })
})
