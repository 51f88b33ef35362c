// An unconfirmed cancellation is neither shown nor mailed as confirmed (docs/decisions/0153).
import { Stripe } from 'stripe'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { PlanView } from '#domain/plans/plans.ts'
import { leaveClinic } from '#server/features/memberships/leave-clinic.ts'
import { removeMember } from '#server/features/memberships/remove-member.ts'
import { openTestPayments, type SellingClinic } from '#testing/money/payments.ts'
import { chargesOf, endsAtStripe, subscriptionOf } from '#testing/money/subscriptions.ts'
import { heardBy } from '#testing/notices.ts'
import type { Patient } from '#testing/sign-in/people.ts'
import { resumeSubscription } from '../resume-subscription.ts'
import { cancelSubscription } from './cancel-subscription.ts'

type Line = 'up' | 'disconnected' | 'silent' | 'refusing'
let line: Line = 'up'

const failures: Record<Exclude<Line, 'up' | 'silent'>, { status: number; error: object }> = {
  disconnected: {
    status: 403,
    error: {
      type: 'invalid_request_error',
      code: 'account_invalid',
      message: 'Application access may have been revoked.',
    },
  },
  refusing: {
    status: 400,
    error: { type: 'invalid_request_error', message: 'This property cannot be changed right now.' },
  },
}

const test = await openTestPayments({
  reach: (fetch) => async (input, init) => {
    const url = String(input instanceof Request ? input.url : input)
    if (line === 'up' || !url.includes('/v1/subscriptions/')) return fetch(input, init)
    if (line === 'silent') throw Stripe.HttpClient.makeTimeoutError()
    const { status, error } = failures[line]
    return Response.json({ error }, { status })
  },
})
// another for each test: months pass, and a clinic that owes its commission cannot sell
let clinic: SellingClinic
let plan: PlanView
afterAll(() => test.close())
beforeEach(async () => {
  line = 'up'
  clinic = await test.aSellingClinic()
  plan = await test.aPublishedPlan(clinic)
})

const mailsOf = async ({ email }: Patient) =>
  (
    await test.db.asOwner<{ template: string }>(
      `select template from app.mails where to_address = $1 and template like 'plan-%' order by queued_at, id`,
      [email],
    )
  ).map(({ template }) => template)

const alerts = async (patient: Patient) =>
  (await heardBy(test.db, clinic.admin)).filter(
    (notice) => notice.kind === 'plan_change_waits' && notice.patient_id === patient.patientId,
  ).length

describe.each(['disconnected', 'silent', 'refusing'] as const)('while Stripe is %s', (fault) => {
  it('a cancellation is recorded, answered as not confirmed, and mailed once Stripe has confirmed it', async () => {
    const patient = await test.aMember(clinic, plan)
    const { id, stripe_subscription } = await subscriptionOf(test, patient)
    line = fault
    const answer = await test.call(cancelSubscription, patient.caller(), { subscriptionId: id })
    expect(answer).toMatchObject({ cancelAtPeriodEnd: true, isConfirmed: false })
    expect(await subscriptionOf(test, patient)).toMatchObject({ pending_cancel: true })
    await test.runDue().catch(() => null)
    expect(await mailsOf(patient)).not.toContain('plan-canceled')

    line = 'up'
    await test.pass('PT2H')
    await test.runDue()
    expect(await endsAtStripe(test, clinic, stripe_subscription)).toBe(true)
    expect(await subscriptionOf(test, patient)).toMatchObject({ pending_cancel: null })
    expect((await mailsOf(patient)).filter((template) => template === 'plan-canceled')).toHaveLength(1)
    await test.pass('P2M')
    expect(await chargesOf(test, clinic, patient)).toHaveLength(1)
  }, 60_000)
})

it('a confirmed cancellation is answered as confirmed, and mailed', async () => {
  const patient = await test.aMember(clinic, plan)
  const { id } = await subscriptionOf(test, patient)
  const answer = await test.call(cancelSubscription, patient.caller(), { subscriptionId: id })
  expect(answer).toMatchObject({ isConfirmed: true })
  await test.work()
  expect(await mailsOf(patient)).toEqual(['plan-canceled'])
})

it('while the account cannot be reached, payer and admins are notified at once, and the admins again every week', async () => {
  const patient = await test.aMember(clinic, plan)
  const { id } = await subscriptionOf(test, patient)
  line = 'disconnected'
  await test.call(cancelSubscription, patient.caller(), { subscriptionId: id })
  await test.work()
  expect(await mailsOf(patient)).toEqual(['plan-change-waits'])
  expect(await alerts(patient)).toBe(1)
  await test.runDue()
  expect(await alerts(patient)).toBe(1)
  await test.pass('P8D')
  await test.runDue()
  expect(await alerts(patient)).toBe(2)
  expect(await mailsOf(patient)).toEqual(['plan-change-waits'])
}, 60_000)

it('confirmed after its period has ended, the plan ends at once, and the admins get the amount to refund', async () => {
  const patient = await test.aMember(clinic, plan)
  const { id } = await subscriptionOf(test, patient)
  line = 'disconnected'
  await test.call(cancelSubscription, patient.caller(), { subscriptionId: id })
  await test.pass('P40D').catch(() => null)
  line = 'up'
  await test.runDue()
  expect(await subscriptionOf(test, patient)).toMatchObject({ status: 'canceled', pending_cancel: null })
  expect((await mailsOf(patient)).sort()).toEqual(['plan-change-waits', 'plan-ended'])
  const heard = (await heardBy(test.db, clinic.admin)).filter(({ kind }) => kind === 'charged_after_end')
  expect(heard).toMatchObject([{ patient_id: patient.patientId }])
  const before = (await chargesOf(test, clinic, patient)).length
  await test.pass('P2M')
  expect(await chargesOf(test, clinic, patient)).toHaveLength(before)
}, 60_000)

it('a process that is killed between the record and Stripe loses nothing', async () => {
  const patient = await test.aMember(clinic, plan)
  const { id, stripe_subscription } = await subscriptionOf(test, patient)
  await test.db.asOwner(
    `update subscriptions set cancel_at_period_end = true, pending_cancel = true, pending_since = $2, pending_end = current_period_end
      where id = $1`,
    [id, test.clock.now()],
  )
  await test.pass('PT2H')
  await test.runDue()
  expect(await endsAtStripe(test, clinic, stripe_subscription)).toBe(true)
  expect((await mailsOf(patient)).filter((template) => template === 'plan-canceled')).toHaveLength(1)
})

it('a process that is killed after Stripe has confirmed it mails it once', async () => {
  const patient = await test.aMember(clinic, plan)
  const { id, stripe_subscription } = await subscriptionOf(test, patient)
  line = 'silent'
  await test.call(cancelSubscription, patient.caller(), { subscriptionId: id })
  line = 'up'
  await test.client.subscriptions.update(
    stripe_subscription,
    { cancel_at_period_end: true },
    { stripeAccount: clinic.account },
  )
  await test.pass('PT2H')
  await test.runDue()
  expect((await mailsOf(patient)).filter((template) => template === 'plan-canceled')).toHaveLength(1)
})

it.each([
  [
    'remove-member',
    (patient: Patient) =>
      test.call(removeMember, clinic.admin.caller(), { membershipId: patient.membershipId }),
  ],
  ['leave-clinic', (patient: Patient) => test.call(leaveClinic, patient.caller(clinic), { confirmed: true })],
] as const)(
  '%s says that the plan is not canceled yet',
  async (_name, end) => {
    const patient = await test.aMember(clinic, plan)
    line = 'disconnected'
    expect(await end(patient)).toMatchObject({ isConfirmed: false })
    await test.work()
    expect(await mailsOf(patient)).toEqual(['plan-change-waits'])
    line = 'up'
    await test.pass('PT2H')
    await test.runDue()
    expect(await mailsOf(patient)).toEqual(['plan-change-waits', 'plan-canceled'])
  },
  60_000,
)

it('keeping a plan is confirmed in the same way', async () => {
  const patient = await test.aMember(clinic, plan)
  const { id, stripe_subscription } = await subscriptionOf(test, patient)
  const input = { subscriptionId: id }
  await test.call(cancelSubscription, patient.caller(), input)
  line = 'disconnected'
  expect(await test.call(resumeSubscription, patient.caller(), input)).toMatchObject({
    cancelAtPeriodEnd: false,
    isConfirmed: false,
  })
  line = 'up'
  await test.pass('PT2H')
  await test.runDue()
  expect(await endsAtStripe(test, clinic, stripe_subscription)).toBe(false)
  expect(await subscriptionOf(test, patient)).toMatchObject({ pending_cancel: null })
}, 60_000)
