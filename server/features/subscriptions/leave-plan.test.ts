import { afterAll, expect, it } from 'vitest'
import { openTestPayments } from '#testing/payments.ts'
import type { Patient } from '#testing/people.ts'
import { subscriptionOf } from '#testing/subscriptions.ts'
import { changeHousehold } from './change-household.ts'
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

it('gives back the unused part of what was paid, as it was shown, and books it once', async () => {
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
  // half of 60 and 30 is left, and never a part of the enrolment fee
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
  // the newest payment first
  expect(await refundedBy(patient)).toEqual([3_000, 1_500])
  const [booked] = await test.db.asOwner(
    `select coalesce(sum(p.amount_cents), 0)::int as cents from journal j
       join postings p on p.journal_id = j.id and p.account = $1 where j.kind = 'refund'`,
    [`clinic:${clinic.id}:stripe`],
  )
  expect(booked).toEqual({ cents: -4_500 })
  await test.pass('P2M')
  expect((await refundedBy(patient)).length).toBe(2)
  await expect(test.call(leavePlan, by, { subscriptionId })).rejects.toMatchObject({
    code: 'subscription_ended',
  })
}, 60_000)

it('gives back the credit of somebody who was taken out before', async () => {
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

it('a plan can exclude it', async () => {
  const strict = await test.aPublishedPlan(clinic, { kind: 'uninsured', leavingRefund: 'none' })
  const patient = await test.aMember(clinic, strict)
  const { id: subscriptionId } = await subscriptionOf(test, patient)
  await expect(test.call(leavePlan, patient.caller(), { subscriptionId })).rejects.toMatchObject({
    code: 'plan_without_refund',
  })
})
