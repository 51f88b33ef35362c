import { expect, it } from 'vitest'
import { addCard, cardsOf } from '#testing/money/cards.ts'
import { setUpSale } from '#testing/money/set-up.ts'
import { subscriptionOf } from '#testing/money/subscriptions.ts'
import { aPatient } from '#testing/sign-in/people.ts'
import { removeOwnCard } from './remove-own-card.ts'

const { test, clinic, plan } = await setUpSale()

const inClinic = { stripeAccount: clinic.account }

// spec: B2.7 A card is removed
it('removes a card, but not the one that pays for a plan', async () => {
  const patient = await test.aMember(clinic, plan)
  await addCard(test, clinic, patient, 'pm_card_mastercard')
  const [spare, inUse] = await cardsOf(test, patient)
  const remove = (cardId = '') => test.call(removeOwnCard, patient.caller(), { cardId })
  await expect(remove(inUse?.id)).rejects.toMatchObject({ code: 'card_in_use' })
  await remove(spare?.id)
  expect(await cardsOf(test, patient)).toMatchObject([{ id: inUse?.id, is_default: true }])
  await expect(remove(spare?.id)).rejects.toMatchObject({ code: 'not_found' })
  const { stripe_subscription: running } = await subscriptionOf(test, patient)
  await test.client.subscriptions.cancel(running, {}, inClinic)
  await test.work()
  await remove(inUse?.id)
  expect(await cardsOf(test, patient)).toEqual([])
})

it('follows cards saved or removed in the clinic’s dashboard, by payment_method events', async () => {
  const patient = await test.aMember(clinic, plan)
  const method = await addCard(test, clinic, patient, 'pm_card_mastercard')
  expect(await cardsOf(test, patient)).toMatchObject([
    { brand: 'mastercard', is_default: false },
    { brand: 'visa', is_default: true },
  ])
  await test.client.paymentMethods.detach(method, {}, inClinic)
  await test.work()
  expect(await cardsOf(test, patient)).toMatchObject([{ brand: 'visa' }])
})

it('is for the owner only', async () => {
  const patient = await test.aMember(clinic, plan)
  const other = await aPatient(test.db, clinic)
  const [card] = await cardsOf(test, patient)
  await expect(test.call(removeOwnCard, other.caller(), { cardId: card?.id })).rejects.toMatchObject({
    code: 'not_found',
  })
})
