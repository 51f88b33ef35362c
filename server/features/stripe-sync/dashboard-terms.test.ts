import { afterAll, describe, expect, it } from 'vitest'
import { ledgerDifferences } from '#server/features/ledger/compare-ledger.ts'
import { cancelSubscription } from '#server/features/subscriptions/ending/cancel-subscription.ts'
import { resumeSubscription } from '#server/features/subscriptions/resume-subscription.ts'
import { cardsOf, customerOf } from '#testing/money/cards.ts'
import { openTestSale } from '#testing/money/payments.ts'
import { endsAtStripe } from '#testing/money/subscriptions.ts'
import type { Patient } from '#testing/sign-in/people.ts'
import { sweepClinic } from './sweep-clinic.ts'

// Changes of members' terms in the clinic's own Stripe dashboard.

const { test, clinic, plan } = await openTestSale()
const dearer = await test.aPublishedPlan(clinic, { name: 'Family Year', amountCents: 15_000 })
afterAll(() => test.close())
const inClinic = { stripeAccount: clinic.account }

/** @param stripe of several, the one with this id at Stripe */
const subscriptionOf = async (patient: Patient, stripe: string | null = null) => {
  const [row] = await test.db.asOwner<{ id: string; status: string; plan: string; stripe: string }>(
    `select s.id, s.status, s.plan_id as plan, s.stripe_subscription as stripe
       from subscriptions s
      where owner_patient_id = $1 and stripe_subscription = coalesce($2, stripe_subscription)`,
    [patient.patientId, stripe],
  )
  if (!row) throw new Error('no subscription')
  return row
}

const paymentsOf = async (patient: Patient) =>
  (
    await test.db.asOwner<{ cents: number }>(
      `select p.amount_cents::int as cents from payments p join invoices i on i.id = p.invoice_id
        where i.patient_id = $1 and p.status = 'succeeded' order by p.charged_at`,
      [patient.patientId],
    )
  ).map(({ cents }) => cents)

/** The ledger equals Stripe, after a sweep too. */
async function expectLedgerOfStripe() {
  await sweepClinic(test.services, clinic.id)
  expect(await ledgerDifferences(test.services, clinic.id)).toEqual([])
}

/** Given in the dashboard; of the API, only older versions have it. */
const giveDiscount = (customer: string, coupon: string) =>
  test.client.rawRequest(
    'POST',
    `/v1/customers/${customer}`,
    { coupon },
    { ...inClinic, apiVersion: '2024-06-20' },
  )

describe('a discount for a member', () => {
  it('is booked as the amount charged', async () => {
    const member = await test.aMember(clinic, plan)
    const coupon = await test.client.coupons.create({ percent_off: 20, duration: 'forever' }, inClinic)
    await giveDiscount(await customerOf(test, member), coupon.id)
    await test.work()
    await test.pass('P32D')
    expect(await paymentsOf(member)).toEqual([9_900, 7_920])
    await expectLedgerOfStripe()
  })
})

describe('a trial that a clinic sells', () => {
  it('is paused when it ends without a card, and earns nothing until it is resumed', async () => {
    const member = await test.aMember(clinic, plan)
    const customer = await customerOf(test, member)
    // the card of the first plan is not the customer's default
    const { id } = await test.client.subscriptions.create(
      {
        customer,
        items: [{ price: await priceOf(dearer.id) }],
        trial_period_days: 7,
        trial_settings: { end_behavior: { missing_payment_method: 'pause' } },
      },
      inClinic,
    )
    await test.client.customers.update(
      customer,
      { invoice_settings: { default_payment_method: '' } },
      inClinic,
    )
    await test.work()
    await test.pass('P8D')
    expect(await subscriptionOf(member, id)).toMatchObject({ status: 'paused', plan: dearer.id })
    expect(await paymentsOf(member)).toEqual([9_900])
    await expectLedgerOfStripe()
    const { id: card } = await test.client.paymentMethods.attach('pm_card_visa', { customer }, inClinic)
    await test.client.customers.update(
      customer,
      { invoice_settings: { default_payment_method: card } },
      inClinic,
    )
    await test.client.subscriptions.resume(id, {}, inClinic)
    await test.work()
    expect(await subscriptionOf(member, id)).toMatchObject({ status: 'active' })
    expect(await paymentsOf(member)).toEqual([9_900, 15_000])
    await expectLedgerOfStripe()
  })
})

describe('a card saved by an older integration of the clinic', () => {
  it('is the member’s card where Stripe would charge it', async () => {
    const member = await test.aMember(clinic, plan)
    const customer = await customerOf(test, member)
    await test.client.customers.update(customer, { source: 'tok_amex' }, inClinic)
    await test.work()
    expect(await cardsOf(test, member)).toMatchObject([
      { brand: 'amex', is_default: false },
      { brand: 'visa', is_default: true },
    ])
    await test.client.customers.update(
      customer,
      { invoice_settings: { default_payment_method: '' } },
      inClinic,
    )
    await test.work()
    expect(await cardsOf(test, member)).toMatchObject([
      { brand: 'amex', is_default: true },
      { brand: 'visa', is_default: false },
    ])
  })
})

describe('a schedule for a plan', () => {
  it('changes the plan when its phase begins, and the charge is booked', async () => {
    const member = await test.aMember(clinic, plan)
    const { stripe } = await subscriptionOf(member)
    const schedule = await test.client.subscriptionSchedules.create({ from_subscription: stripe }, inClinic)
    const [running] = schedule.phases
    await test.client.subscriptionSchedules.update(
      schedule.id,
      {
        phases: [
          {
            items: [{ price: String(running?.items[0]?.price) }],
            start_date: running?.start_date ?? 0,
            end_date: running?.end_date ?? 0,
          },
          { items: [{ price: await priceOf(dearer.id) }] },
        ],
      },
      inClinic,
    )
    await test.work()
    expect(await subscriptionOf(member)).toMatchObject({ status: 'active', plan: plan.id })
    await test.pass('P32D')
    expect(await subscriptionOf(member)).toMatchObject({ status: 'active', plan: dearer.id })
    expect(await paymentsOf(member)).toEqual([9_900, 15_000])
    await expectLedgerOfStripe()
  })

  it('is replaced when a member cancels, or undoes that', async () => {
    const member = await test.aMember(clinic, plan)
    const { id, stripe } = await subscriptionOf(member)
    await test.client.subscriptionSchedules.create({ from_subscription: stripe }, inClinic)
    await test.work()
    await test.call(cancelSubscription, member.caller(), { subscriptionId: id })
    await test.work()
    expect(await endsAtStripe(test, clinic, stripe)).toBe(true)
    const schedule = await test.client.subscriptionSchedules.create({ from_subscription: stripe }, inClinic)
    await test.call(resumeSubscription, member.caller(), { subscriptionId: id })
    await test.work()
    expect(await endsAtStripe(test, clinic, stripe)).toBe(false)
    expect(await test.client.subscriptionSchedules.retrieve(schedule.id, {}, inClinic)).toMatchObject({
      status: 'released',
    })
  })
})

async function priceOf(planId: string): Promise<string> {
  const [row] = await test.db.asOwner<{ price: string }>(
    `select p.stripe_price as price from plan_prices p join plan_versions v on v.id = p.version_id
      where v.plan_id = $1 order by p.amount_cents desc limit 1`,
    [planId],
  )
  return row?.price ?? ''
}
