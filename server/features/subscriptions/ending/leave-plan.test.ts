import { afterAll, expect, it } from 'vitest'
import { agreementVersion } from '#domain/checkouts/agreement.ts'
import type { Place } from '#domain/plans/places.ts'
import type { PlanView } from '#domain/plans/plans.ts'
import { formatMoney } from '#domain/values/money.ts'
import { joinPlan } from '#server/features/checkouts/join-plan.ts'
import { closePlan } from '#server/features/plans/close-plan.ts'
import { saveClinicPlace } from '#server/features/plans/save-clinic-place.ts'
import { agreement } from '#testing/money/agreement.ts'
import { openTestPayments, type SellingClinic } from '#testing/money/payments.ts'
import { chargesOf, subscriptionOf } from '#testing/money/subscriptions.ts'
import { aPatient, type Patient } from '#testing/sign-in/people.ts'
import { changeHousehold } from '../changes/change-household.ts'
import { pauseSubscription } from '../pause-subscription.ts'
import { leavePlan } from './leave-plan.ts'

const test = await openTestPayments({ now: '2026-11-01T15:00:00Z' })
const clinic = await test.aSellingClinic()
const plan = await test.aPublishedPlan(clinic, {
  amountCents: 6_000,
  childCents: 3_000,
  enrolmentCents: 4_000,
  leavingRefund: 'unused',
})
afterAll(() => test.close())

const refundedBy = async (patient: Patient) =>
  (
    await test.db.asOwner<{ refunded_cents: number }>(
      'select refunded_cents from payments where patient_id = $1 order by charged_at',
      [patient.patientId],
    )
  ).map(({ refunded_cents }) => Number(refunded_cents))

// spec: B2.7 Leaving at once gives the unused part back, as shown
it('refunds the unused part of the payment as shown, and books it once', async () => {
  const patient = await test.aMember(clinic, plan)
  await test.pass('P15D')
  const { id: subscriptionId } = await subscriptionOf(test, patient)
  const add = [{ name: 'Kim Doe', bornOn: '2018-03-04' }]
  const by = patient.caller()
  const household = (await test.call(changeHousehold, by, { subscriptionId, add, remove: [] })).preview
  await test.call(changeHousehold, by, {
    subscriptionId,
    add,
    remove: [],
    agreed: {
      attempt: crypto.randomUUID(),
      quote: { at: household?.at, amountCents: household?.amountCents },
    },
  })
  await test.work()
  const { preview } = await test.call(leavePlan, by, { subscriptionId })
  // half of 60 and 30 is left, and never a part of the enrollment fee
  expect(preview).toMatchObject({ amountCents: -4_500, currency: 'usd' })
  const agreed = { attempt: crypto.randomUUID(), quote: { at: preview?.at, amountCents: -4_500 } }
  await expect(
    test.call(leavePlan, by, {
      subscriptionId,
      agreed: { ...agreed, quote: { ...agreed.quote, amountCents: -9_000 } },
    }),
  ).rejects.toMatchObject({ code: 'quote_changed' })
  await test.call(leavePlan, by, { subscriptionId, agreed })
  await test.work()
  expect(await subscriptionOf(test, patient)).toMatchObject({ status: 'canceled' })
  expect(await refundedBy(patient)).toEqual([3_000, 1_500])
  const [booked] = await test.db.asOwner(
    `select coalesce(sum(p.amount_cents), 0)::int as cents from journal j
       join postings p on p.journal_id = j.id and p.account = $1 where j.kind = 'refund'`,
    [`clinic:${clinic.id}:clearing`],
  )
  expect(booked).toEqual({ cents: -4_500 })
  await test.pass('P2M')
  expect((await refundedBy(patient)).length).toBe(2)
  await expect(test.call(leavePlan, by, { subscriptionId })).rejects.toMatchObject({
    code: 'subscription_ended',
  })
}, 60_000)

it('refunds the credit of a person removed before', async () => {
  const patient = await test.aMember(clinic, plan)
  const { id: subscriptionId } = await subscriptionOf(test, patient)
  const by = patient.caller()
  const change = async (given: object) => {
    const { preview } = await test.call(changeHousehold, by, {
      subscriptionId,
      add: [],
      remove: [],
      ...given,
    })
    const quote = { at: preview?.at, amountCents: preview?.amountCents }
    const agreed = { attempt: crypto.randomUUID(), quote }
    await test.call(changeHousehold, by, { subscriptionId, add: [], remove: [], ...given, agreed })
    await test.work()
  }
  await change({ add: [{ name: 'Kim Doe', bornOn: '2018-03-04' }] })
  const [kim] = await test.db.asOwner<{ id: string }>(
    'select id from subscription_members where subscription_id = $1 and named is not null',
    [subscriptionId],
  )
  await change({ remove: [kim?.id] })
  const { preview } = await test.call(leavePlan, by, { subscriptionId })
  // all of the period is left: 60 for the payer, 30 for the child
  expect(preview?.amountCents).toBe(-9_000)
  const quote = { at: preview?.at, amountCents: preview?.amountCents }
  await test.call(leavePlan, by, { subscriptionId, agreed: { attempt: crypto.randomUUID(), quote } })
  await test.work()
  expect((await refundedBy(patient)).reduce((sum, cents) => sum + cents, 0)).toBe(9_000)
}, 60_000)

it('reports a missing part of the refund to the payer and to the admins', async () => {
  const patient = await test.aMember(clinic, plan)
  await test.pass('P15D')
  const { id: subscriptionId } = await subscriptionOf(test, patient)
  const by = patient.caller()
  const { preview } = await test.call(leavePlan, by, { subscriptionId })
  const dueCents = -(preview?.amountCents ?? 0)
  expect(dueCents).toBeGreaterThan(2_500)
  const charge = await test.db.asOwner<{ id: string }>('select id from payments where patient_id = $1', [
    patient.patientId,
  ])
  const quote = { at: preview?.at, amountCents: preview?.amountCents }
  // the clinic refunds most of it in its dashboard, and its event has not arrived
  await test.client.refunds.create(
    { charge: charge[0]?.id ?? '', amount: 9_000 },
    { stripeAccount: clinic.account },
  )
  await test.call(leavePlan, by, { subscriptionId, agreed: { attempt: crypto.randomUUID(), quote } })
  await test.work()
  expect(await subscriptionOf(test, patient)).toMatchObject({ status: 'canceled' })
  expect(await refundedBy(patient)).toEqual([9_000])
  const [mail] = await test.db.asOwner<{ text: string }>(
    `select text_body as text from app.mails where to_address = $1 and template = 'plan-change-leave'`,
    [patient.email],
  )
  expect(mail?.text).toContain(`${formatMoney(dueCents, 'usd')} could not be refunded to you`)
  expect(mail?.text).not.toContain('is refunded to the card')
  const notices = await test.db.asOwner(
    `select patient_id, user_id from user_notices where kind = 'refund_refused' and clinic_id = $1`,
    [clinic.id],
  )
  expect(notices).toEqual([{ patient_id: patient.patientId, user_id: clinic.admin.userId }])
}, 60_000)

it('a plan can exclude it', async () => {
  const strict = await test.aPublishedPlan(clinic, { kind: 'uninsured', leavingRefund: 'none' })
  const patient = await test.aMember(clinic, strict)
  const { id: subscriptionId } = await subscriptionOf(test, patient)
  await expect(test.call(leavePlan, patient.caller(), { subscriptionId })).rejects.toMatchObject({
    code: 'plan_without_refund',
  })
})

async function aStrictClinic(changes: object = {}) {
  const seller = await test.aSellingClinic()
  const sold = await test.aPublishedPlan(seller, { amountCents: 6_000, leavingRefund: 'none', ...changes })
  const choose = (place: Place | null) => test.call(saveClinicPlace, seller.admin.caller(), { place })
  return { seller, sold, choose }
}

const shownTo = async (patient: Patient) => {
  const { id: subscriptionId } = await subscriptionOf(test, patient)
  return (await test.call(leavePlan, patient.caller(), { subscriptionId })).preview
}

async function leave(patient: Patient): Promise<number> {
  const { id: subscriptionId } = await subscriptionOf(test, patient)
  const preview = await shownTo(patient)
  const quote = { at: preview?.at, amountCents: preview?.amountCents }
  const agreed = { attempt: crypto.randomUUID(), quote }
  await test.call(leavePlan, patient.caller(), { subscriptionId, agreed })
  await test.work()
  return (await refundedBy(patient)).reduce((sum, cents) => sum + cents, 0)
}

it.each([
  // half of November
  ['US-SD', 3_000],
  ['US-ID', 3_000],
  // all of it: it is not over
  ['US-TN', 6_000],
  ['US-WV', 6_000],
] as const)(
  'the law of %s gives back what the plan does not, also for a plan that is older',
  async (place, cents) => {
    const { seller, sold, choose } = await aStrictClinic()
    const patient = await test.aMember(seller, sold)
    await choose(place)
    const { periodEndsAt } = (await shownTo(patient)) as { periodEndsAt: string }
    const half = (Date.parse(periodEndsAt) - test.clock.now().getTime()) / 2
    await test.pass(`PT${half / 1_000}S`)
    expect(await shownTo(patient)).toMatchObject({ amountCents: -cents, rule: { place } })
    expect(await leave(patient)).toBe(cents)
  },
  60_000,
)

it.each([
  ['US-MS', 'begun_months', 36_000],
  ['US-AZ', 'begun_months', 36_000],
  ['US-TN', 'complete_months', 40_000],
] as const)(
  'a year that is paid for: %s counts by %s',
  async (place, earning, cents) => {
    const { seller, sold, choose } = await aStrictClinic({ interval: 'year', amountCents: 48_000 })
    const patient = await test.aMember(seller, sold)
    if (place === 'US-MS') {
      const { rejects } = expect(choose(place))
      await rejects.toMatchObject({ code: 'invalid_input' })
      await test.call(closePlan, seller.admin.caller(), { planId: sold.id })
    }
    await choose(place)
    await test.pass('P70D')
    expect(await shownTo(patient)).toMatchObject({ rule: { place, earning } })
    expect(await leave(patient)).toBe(cents)
  },
  60_000,
)

it('where no law grants a refund, the plan runs until its period ends', async () => {
  const { seller, sold, choose } = await aStrictClinic()
  await choose('US-AZ')
  const patient = await aMemberUnder(seller, sold, 'US-AZ')
  await expect(shownTo(patient)).rejects.toMatchObject({ code: 'plan_without_refund' })
})

it('refunds an unfinished month as it was paid: less before a person was added, more since', async () => {
  const { seller, sold, choose } = await aStrictClinic({ childCents: 3_000 })
  await choose('US-TN')
  const patient = await aMemberUnder(seller, sold, 'US-TN')
  const paid = async () => (await chargesOf(test, seller, patient)).reduce((sum, cents) => sum + cents, 0)
  const { id: subscriptionId } = await subscriptionOf(test, patient)
  await test.pass('P10D')
  const add = [{ name: 'Kim Doe', bornOn: '2018-03-04' }]
  const call = (given: object) =>
    test.call(changeHousehold, patient.caller(), { subscriptionId, remove: [], add, ...given })
  const quote = (await call({})).preview
  await call({
    agreed: {
      attempt: crypto.randomUUID(),
      quote: { at: quote?.at, amountCents: quote?.amountCents },
    },
  })
  await test.work()
  await test.pass('P5D')
  // 60 for the month, and the child's two thirds of it
  expect(quote?.amountCents).toBeGreaterThan(1_900)
  expect(await paid()).toBe(6_000 + (quote?.amountCents ?? 0))
  expect(await leave(patient)).toBe(await paid())
}, 60_000)

it('a pause stops the month: both its unused and its used part are refunded', async () => {
  const { seller, sold, choose } = await aStrictClinic({ maxPauseMonths: 3 })
  await choose('US-TN')
  const patient = await aMemberUnder(seller, sold, 'US-TN')
  const { id: subscriptionId } = await subscriptionOf(test, patient)
  await test.pass('P10D')
  const call = (given: object) => test.call(pauseSubscription, patient.caller(), { subscriptionId, ...given })
  const quote = (await call({})).preview
  const agreed = {
    attempt: crypto.randomUUID(),
    quote: { at: quote?.at, amountCents: quote?.amountCents },
  }
  await call({ months: 2, agreed })
  await test.work()
  await test.pass('P40D')
  expect(await leave(patient)).toBe(6_000)
}, 60_000)

it('a new place takes no rights from current members, and grants none to later ones', async () => {
  const { seller, sold, choose } = await aStrictClinic()
  await choose('US-TN')
  const before = await aMemberUnder(seller, sold, 'US-TN')
  await test.pass('P3D')
  await choose('US-TX')
  // longer than a payment page stays open
  await test.pass('P2D')
  const after = await aMemberUnder(seller, sold, 'US-TX')
  expect(await shownTo(before)).toMatchObject({ amountCents: -6_000, rule: { place: 'US-TN' } })
  await expect(shownTo(after)).rejects.toMatchObject({ code: 'plan_without_refund' })
  // a stricter law than the one they joined under applies to all
  await choose('US-SD')
  expect(await shownTo(after)).toMatchObject({ rule: { place: 'US-SD', earning: 'moment' } })
  expect(await leave(before)).toBe(6_000)
}, 60_000)

/** A patient who has signed the agreement that names a place. */
async function aMemberUnder(seller: SellingClinic, sold: PlanView, place: Place): Promise<Patient> {
  const patient = await aPatient(test.db, seller)
  const { url } = await test.call(joinPlan, patient.caller(), {
    priceId: sold.price.id,
    attempt: crypto.randomUUID(),
    agreement: { ...agreement, version: agreementVersion(place) },
  })
  await test.pay(url)
  await test.work()
  return patient
}

it('refunds no month twice: what the clinic has refunded of it before counts', async () => {
  const patient = await test.aMember(clinic, plan)
  await test.pass('P1M2D')
  const [payment] = await test.db.asOwner<{ id: string }>(
    'select id from payments where patient_id = $1 order by charged_at desc',
    [patient.patientId],
  )
  await test.client.refunds.create(
    { charge: payment?.id ?? '', amount: 5_000 },
    { stripeAccount: clinic.account },
  )
  await test.work()
  expect(await shownTo(patient)).toMatchObject({ amountCents: -1_000 })
  expect(await leave(patient)).toBe(6_000)
  expect(await refundedBy(patient)).toEqual([0, 6_000])
})

it('a disputed payment is not refunded as well', async () => {
  const sold = await test.aPublishedPlan(clinic, { kind: 'uninsured', amountCents: 5_000 })
  const patient = await test.aMember(clinic, sold, '4000 0000 0000 0259')
  expect(await shownTo(patient)).toMatchObject({ amountCents: 0 })
  expect(await leave(patient)).toBe(0)
})
