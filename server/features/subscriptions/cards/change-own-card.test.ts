import { expect, it } from 'vitest'
import type { PageUrl } from '#domain/checkouts/checkouts.ts'
import { joinPlan } from '#server/features/checkouts/join-plan.ts'
import { agreement } from '#testing/money/agreement.ts'
import { cards } from '#testing/money/payments.ts'
import { setUpSale } from '#testing/money/set-up.ts'
import { chargesOf, subscriptionOf } from '#testing/money/subscriptions.ts'
import { aPatient, aStaffMember, type Patient } from '#testing/sign-in/people.ts'
import { changeOwnCard } from './change-own-card.ts'

const { test, clinic, plan } = await setUpSale()

async function save(patient: Patient, number: string) {
  const page: PageUrl = await test.call(changeOwnCard, patient.caller(), {})
  return test.submit(page.url, { action: 'card', number, expiry: '12 / 34', cvc: '123', name: 'Pat Doe' })
}

async function cardOf(patient: Patient) {
  const [row] = await test.db.asOwner(
    'select card_last4 as last4 from patient_customers where patient_id = $1',
    [patient.patientId],
  )
  return row
}

// spec: B2.7 A card is added
it('returns the page where a card is saved, which redirects back', async () => {
  const patient = await test.aMember(clinic, plan)
  const { status, location } = await save(patient, '5555 5555 5555 4444')
  expect(status).toBe(303)
  expect(location).toBe(`http://${clinic.subdomain}.carefold.localhost:3000/pay?tab=methods&card=saved`)
  await test.work()
  expect(await cardOf(patient)).toEqual({ last4: '4444' })
})

it('returns without the mark of a saved card when the page is left', async () => {
  const { url } = await test.call(changeOwnCard, (await test.aMember(clinic, plan)).caller(), {})
  const page = await (await test.sandbox.pages(new Request(url))).text()
  expect(page).toContain(`href="http://${clinic.subdomain}.carefold.localhost:3000/pay?tab=methods"`)
  expect(page).not.toContain('card=saved')
})

it('a new card is tried at once on a failed renewal, and once', async () => {
  const patient = await test.aMember(clinic, plan)
  const inClinic = { stripeAccount: clinic.account }
  const { stripe_subscription: id } = await subscriptionOf(test, patient)
  const { customer } = await test.client.subscriptions.retrieve(id, {}, inClinic)
  const bad = await test.client.paymentMethods.attach(
    'pm_card_chargeCustomerFail',
    { customer: String(customer) },
    inClinic,
  )
  const settings = { invoice_settings: { default_payment_method: bad.id } }
  await test.client.customers.update(String(customer), settings, inClinic)
  await test.pass('P1M')
  await test.pass('PT1H')
  expect(await subscriptionOf(test, patient)).toMatchObject({ status: 'past_due' })

  expect((await save(patient, cards.declined)).location).toMatch(/declined=1$/)
  await test.work()
  expect(await subscriptionOf(test, patient)).toMatchObject({ status: 'past_due' })

  await save(patient, cards.good)
  await test.work()
  expect(await subscriptionOf(test, patient)).toMatchObject({ status: 'active' })
  expect(await chargesOf(test, clinic, patient)).toEqual([9_900, 9_900])
  expect(
    await test.db.asOwner(
      `select count(*)::int as receipts from receipts r join payments p on p.id = r.payment_id where p.patient_id = $1`,
      [patient.patientId],
    ),
  ).toEqual([{ receipts: 2 }])
  await test.pass('P20D')
  expect(await chargesOf(test, clinic, patient)).toEqual([9_900, 9_900])
})

it('a new card is not charged for the debt of an ended plan', async () => {
  const patient = await test.aMember(clinic, plan)
  await save(patient, cards.failsLater)
  await test.work()
  for (let day = 0; day < 50; day += 5) await test.pass('P5D')
  expect(await subscriptionOf(test, patient)).toMatchObject({ status: 'canceled' })
  const { url } = await test.call(joinPlan, patient.caller(), {
    priceId: plan.price.id,
    attempt: crypto.randomUUID(),
    agreement,
  })
  await test.pay(url)
  await test.work()
  expect(await chargesOf(test, clinic, patient)).toEqual([9_900, 9_900])
}, 60_000)

it('a new card that is refused leaves the retries unchanged', async () => {
  const patient = await test.aMember(clinic, plan)
  const invoice = () =>
    test.db.asOwner(
      'select status, attempt_count, next_attempt_at from invoices where patient_id = $1 and status = $2',
      [patient.patientId, 'open'],
    )
  await save(patient, cards.failsLater)
  await test.work()
  await test.pass('P1M')
  await test.pass('PT1H')
  const before = await invoice()
  expect(before).toMatchObject([{ status: 'open', attempt_count: 1 }])
  await save(patient, cards.failsLater)
  await test.work()
  expect(await invoice()).toEqual(before)
})

it('is for patients who have paid before', async () => {
  const newcomer = await aPatient(test.db, clinic)
  await expect(test.call(changeOwnCard, newcomer.caller(), {})).rejects.toMatchObject({ code: 'not_found' })
  const staff = await aStaffMember(test.db, clinic)
  await expect(test.call(changeOwnCard, staff.caller(), {})).rejects.toMatchObject({ code: 'not_allowed' })
})
