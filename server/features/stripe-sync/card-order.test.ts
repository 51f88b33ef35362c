import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { PageUrl } from '#domain/checkouts/checkouts.ts'
import type { PlanView } from '#domain/plans/plans.ts'
import { agreement } from '#testing/money/agreement.ts'
import { cardsOf, customerOf } from '#testing/money/cards.ts'
import { cards } from '#testing/money/payments.ts'
import { setUpPayments } from '#testing/money/set-up.ts'
import { aClinic, aPatient, type Patient } from '#testing/sign-in/people.ts'
import { joinPlan } from '../checkouts/join-plan.ts'
import { createCheckout } from '../clinic-tier/create-checkout.ts'
import { updatePaymentMethod } from '../clinic-tier/update-payment-method.ts'
import { changeOwnCard } from '../subscriptions/cards/change-own-card.ts'
import { setDefaultCard } from '../subscriptions/cards/set-default-card.ts'
import { routeClinicEvent, routePlatformEvent } from './route-event.ts'

/** Orders of each history. More: `EVENT_PERMUTATIONS=200 vitest run ...` */
const permutations = Number(process.env.EVENT_PERMUTATIONS ?? 6)

const mastercard = '5555 5555 5555 4444'
const amex = '3782 822463 10005'

const test = await setUpPayments()
const clinic = await test.aSellingClinic()
const plans = [await test.aPublishedPlan(clinic), await test.aPublishedPlan(clinic, { kind: 'uninsured' })]

async function join(patient: Patient, plan: PlanView | undefined, card: string): Promise<void> {
  const page: PageUrl = await test.call(joinPlan, patient.caller(), {
    priceId: plan?.price.id,
    attempt: crypto.randomUUID(),
    agreement,
  })
  await test.pay(page.url, card)
  later()
}

async function save(page: PageUrl, number: string): Promise<void> {
  await test.submit(page.url, { action: 'card', number, expiry: '12 / 34', cvc: '123', name: 'Pat Doe' })
  later()
}

function later(): void {
  test.clock.advance('PT10M')
}

const inClinic = () => ({ stripeAccount: clinic.account })

async function eventsOf(patient: Patient) {
  const customer = await customerOf(test, patient)
  const { data } = await test.client.events.list({ limit: 100 }, inClinic())
  return data
    .filter(({ type }) => /^(checkout|customer|payment_method)/.test(type))
    .filter(({ data: { object } }) => JSON.stringify(object).includes(`"${customer}"`))
    .map(({ id, type, data: { object } }) => ({ id, type, objectId: (object as { id: string }).id }))
}

async function brandAtStripe(account: string | null, customer: string): Promise<string | undefined> {
  return (await test.services.stripe.customers.read(account, customer)).card?.brand
}

/** Plays a history for a new patient and processes its events in a shuffled order, some of them twice. */
async function inAnyOrder(play: (patient: Patient) => Promise<void>, brand: string): Promise<void> {
  const connected = { clinicId: clinic.id, account: clinic.account, timeZone: 'America/New_York' }
  await fc.assert(
    fc.asyncProperty(fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })), async (luck) => {
      const patient = await aPatient(test.db, clinic)
      await play(patient)
      const events = await eventsOf(patient)
      expect(events.filter(({ type }) => type === 'checkout.session.completed').length).toBeGreaterThan(0)
      const next = () => luck.next().value ?? 0
      const order = [...events, ...events.filter(() => next() < 0.3)]
        .map((event) => ({ event, at: next() }))
        .sort((one, other) => one.at - other.at)
      for (const { event } of order) await routeClinicEvent(test.services, connected, event)
      const customer = await customerOf(test, patient)
      expect(await brandAtStripe(clinic.account, customer)).toBe(brand)
      const known = await cardsOf(test, patient)
      expect(known.filter(({ is_default }) => is_default).map((card) => card.brand)).toEqual([brand])
      // the card is only on the customer, not on a plan
      const { data } = await test.client.subscriptions.list({ customer }, inClinic())
      expect(data.map(({ default_payment_method }) => default_payment_method)).toEqual(data.map(() => null))
    }),
    { numRuns: permutations },
  )
}

it('a late payment page does not replace a card that was saved after it, in any order of events', async () => {
  await inAnyOrder(async (patient) => {
    await join(patient, plans[0], cards.good)
    await save(await test.call(changeOwnCard, patient.caller(), {}), mastercard)
  }, 'mastercard')
}, 120_000)

it('the later of two payment pages decides the card, in any order of events', async () => {
  await inAnyOrder(async (patient) => {
    await join(patient, plans[0], mastercard)
    await join(patient, plans[1], amex)
  }, 'amex')
}, 120_000)

it('a late payment page does not replace an older card that the patient chose after it', async () => {
  await inAnyOrder(async (patient) => {
    await join(patient, plans[0], mastercard)
    await test.work()
    await join(patient, plans[1], cards.good)
    const customer = await customerOf(test, patient)
    // the new card is known before its payment page
    await routeClinicEvent(
      test.services,
      { clinicId: clinic.id, account: clinic.account, timeZone: 'America/New_York' },
      { id: 'evt', type: 'customer.updated', objectId: customer },
    )
    const older = (await cardsOf(test, patient)).find(({ brand }) => brand === 'mastercard')
    await test.call(setDefaultCard, patient.caller(), { cardId: older?.id })
    later()
  }, 'mastercard')
}, 120_000)

it('a payment page replaces the card that was saved before it', async () => {
  await inAnyOrder(async (patient) => {
    await join(patient, plans[0], cards.good)
    await save(await test.call(changeOwnCard, patient.caller(), {}), mastercard)
    await join(patient, plans[1], amex)
  }, 'amex')
}, 120_000)

it('a late payment page for a tier does not replace the clinic’s newer card', async () => {
  const buyer = await aClinic(test.db)
  const page = await test.call(createCheckout, buyer.admin.caller(), { plan: 'starter' })
  await test.pay(page.url)
  later()
  await save(await test.call(updatePaymentMethod, buyer.admin.caller(), {}), mastercard)
  const { data } = await test.client.checkout.sessions.list({ limit: 1 })
  const event = { id: 'evt', type: 'checkout.session.completed', objectId: data[0]?.id ?? '' }
  await routePlatformEvent(test.services, event)
  const customer = String(data[0]?.customer)
  expect(await brandAtStripe(null, customer)).toBe('mastercard')
  const subscriptions = await test.client.subscriptions.list({ customer })
  expect(subscriptions.data.map(({ default_payment_method }) => default_payment_method)).toEqual([null])
})
