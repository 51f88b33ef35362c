import { expect, it } from 'vitest'
import { addCard, cardsOf } from '#testing/money/cards.ts'
import { setUpSale } from '#testing/money/set-up.ts'
import { chargesOf, subscriptionOf } from '#testing/money/subscriptions.ts'
import { aPatient } from '#testing/sign-in/people.ts'
import { setDefaultCard } from './set-default-card.ts'

const { test, clinic, plan } = await setUpSale()

// spec: B2.7 Another card becomes the default
it('sets the default card and tries it at once on open invoices', async () => {
  const patient = await test.aMember(clinic, plan)
  await addCard(test, clinic, patient, 'pm_card_chargeCustomerFail')
  const saved = await cardsOf(test, patient)
  const [good, failing] = [true, false].map((is) => saved.find(({ is_default }) => is_default === is))
  await test.call(setDefaultCard, patient.caller(), { cardId: failing?.id })
  await test.pass('P1M')
  await test.pass('PT1H')
  expect(await subscriptionOf(test, patient)).toMatchObject({ status: 'past_due' })
  await test.call(setDefaultCard, patient.caller(), { cardId: good?.id })
  await test.work()
  expect(await subscriptionOf(test, patient)).toMatchObject({ status: 'active' })
  expect(await chargesOf(test, clinic, patient)).toEqual([9_900, 9_900])
})

it('is for the owner only', async () => {
  const patient = await test.aMember(clinic, plan)
  const other = await aPatient(test.db, clinic)
  const [card] = await cardsOf(test, patient)
  await expect(test.call(setDefaultCard, other.caller(), { cardId: card?.id })).rejects.toMatchObject({
    code: 'not_found',
  })
})
