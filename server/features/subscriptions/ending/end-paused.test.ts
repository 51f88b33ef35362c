import { afterAll, expect, it } from 'vitest'
import { formatMoney } from '#domain/values/money.ts'
import { joinPlan } from '#server/features/checkouts/join-plan.ts'
import { removeMember } from '#server/features/memberships/remove-member.ts'
import { agreement } from '#testing/money/agreement.ts'
import { openTestPayments } from '#testing/money/payments.ts'
import { subscriptionOf } from '#testing/money/subscriptions.ts'
import type { Patient } from '#testing/sign-in/people.ts'
import { applyChangesJob } from '../changes/apply-changes.ts'
import { pauseSubscription } from '../pause-subscription.ts'
import { cancelSubscription } from './cancel-subscription.ts'
import { leavePlan } from './leave-plan.ts'

const test = await openTestPayments({ now: '2026-11-01T15:00:00Z' })
const clinic = await test.aSellingClinic()
// no refund on leaving while it runs
const plan = await test.aPublishedPlan(clinic, {
  amountCents: 6_000,
  maxPauseMonths: 3,
  leavingRefund: 'none',
})
afterAll(() => test.close())

type PausedMember = Patient & { subscriptionId: string; retainedCents: number }

/** A member who paused with half of the paid month left, about 30 of 60 dollars. */
async function aPausedMember(): Promise<PausedMember> {
  const patient = await test.aMember(clinic, plan)
  await test.pass('P15D')
  const { id: subscriptionId } = await subscriptionOf(test, patient)
  const by = patient.caller()
  const { preview } = await test.call(pauseSubscription, by, { subscriptionId })
  const quote = { at: preview?.at, amountCents: preview?.amountCents }
  await test.call(pauseSubscription, by, {
    subscriptionId,
    months: 3,
    agreed: { attempt: crypto.randomUUID(), quote },
  })
  await test.work()
  expect(await subscriptionOf(test, patient)).toMatchObject({ status: 'paused' })
  const retainedCents = -(preview?.amountCents ?? 0)
  expect(retainedCents).toBeGreaterThan(2_500)
  return { ...patient, subscriptionId, retainedCents }
}

const givenBack = async ({ patientId }: Patient) => {
  const [row] = await test.db.asOwner<{ cents: number }>(
    'select coalesce(sum(refunded_cents), 0)::int as cents from payments where patient_id = $1',
    [patientId],
  )
  return row?.cents
}

async function expectEnded(patient: PausedMember) {
  await test.work()
  expect(await subscriptionOf(test, patient)).toMatchObject({
    status: 'canceled',
    ended_at: expect.any(Date),
  })
  expect(await givenBack(patient)).toBe(patient.retainedCents)
}

it('canceling a paused plan ends it at once, refunds the pause’s credit, and does not resume it', async () => {
  const patient = await aPausedMember()
  await test.call(cancelSubscription, patient.caller(), { subscriptionId: patient.subscriptionId })
  await expectEnded(patient)
  const mails = await test.db.asOwner(
    `select template, text_body like '%' || $2 || ' is refunded%' as says from app.mails where to_address = $1
      and template in ('plan-canceled', 'plan-change-leave', 'refund-given')`,
    [patient.email, formatMoney(patient.retainedCents, 'usd')],
  )
  expect(mails).toEqual([{ template: 'plan-change-leave', says: true }])
  await test.pass('P4M')
  await test.runDue()
  expect(await subscriptionOf(test, patient)).toMatchObject({ status: 'canceled' })
  const join = { priceId: plan.price.id, attempt: crypto.randomUUID(), agreement }
  expect(await test.call(joinPlan, patient.caller(), join)).toMatchObject({ url: expect.any(String) })
}, 60_000)

it('shows its payer the amount before, whatever the plan’s terms of leaving', async () => {
  const patient = await aPausedMember()
  const { preview } = await test.call(leavePlan, patient.caller(), { subscriptionId: patient.subscriptionId })
  expect(preview?.amountCents).toBe(-patient.retainedCents)
}, 60_000)

it('ends with its payer’s membership too', async () => {
  const patient = await aPausedMember()
  const [membership] = await test.db.asOwner<{ id: string }>(
    'select id from clinic_memberships where user_id = $1',
    [patient.userId],
  )
  await test.call(removeMember, clinic.admin.caller(), { membershipId: membership?.id })
  await expectEnded(patient)
}, 60_000)

it('ends when the clinic cancels it in its dashboard', async () => {
  const patient = await aPausedMember()
  const { stripe_subscription } = await subscriptionOf(test, patient)
  await test.client.subscriptions.update(
    stripe_subscription,
    { cancel_at_period_end: true },
    { stripeAccount: clinic.account },
  )
  await test.work()
  await test.services.transactions.withSystem('test: cron', (tx) =>
    test.services.jobs.enqueue(tx, applyChangesJob, {}),
  )
  await expectEnded(patient)
}, 60_000)
