// A plan that ends on a custom date set in the clinic's Stripe dashboard.
import { expect, it } from 'vitest'
import { listMembers } from '#server/features/memberships/list-members.ts'
import { cancelSubscription } from '#server/features/subscriptions/ending/cancel-subscription.ts'
import { resumeSubscription } from '#server/features/subscriptions/resume-subscription.ts'
import { setUpSale } from '#testing/money/set-up.ts'
import { subscriptionOf } from '#testing/money/subscriptions.ts'
import type { Patient } from '#testing/sign-in/people.ts'

const { test, clinic, plan } = await setUpSale()

const inClinic = { stripeAccount: clinic.account }
const dayMs = 86_400_000

const inDays = (days: number) =>
  new Date(Math.floor((test.clock.now().getTime() + days * dayMs) / 1000) * 1000)

/** A member whose plan the clinic has set to end in so many days. */
async function anEndingMember(days: number) {
  const patient = await test.aMember(clinic, plan)
  const { id, stripe_subscription } = await subscriptionOf(test, patient)
  const endsAt = inDays(days)
  await setEnd(stripe_subscription, Math.floor(endsAt.getTime() / 1000))
  return { patient, id, stripeId: stripe_subscription, endsAt }
}

async function setEnd(stripeId: string, cancel_at: number | ''): Promise<void> {
  await test.client.subscriptions.update(stripeId, { cancel_at }, inClinic)
  await test.work()
}

async function seenBy(patient: Patient) {
  return test.services.transactions.withActor(patient.caller(), (tx) =>
    tx
      .selectFrom('subscriptions')
      .select(['status', 'cancel_at', 'cancel_at_period_end'])
      .executeTakeFirstOrThrow(),
  )
}

async function planOf(patient: Patient) {
  const { members } = await test.call(listMembers, clinic.admin.caller(), {})
  return members.find(({ userId }) => userId === patient.userId)?.plan
}

async function mailed({ email }: Patient, template: string) {
  await test.work()
  return test.db.asOwner<{ links: string[] }>(
    'select links from app.mails where to_address = $1 and template = $2',
    [email, template],
  )
}

it('within the paid period: both pages show the date, one mail is sent, and undoing it there clears it', async () => {
  const { patient, stripeId, endsAt } = await anEndingMember(10)
  expect(await seenBy(patient)).toEqual({ status: 'active', cancel_at: endsAt, cancel_at_period_end: true })
  expect(await planOf(patient)).toMatchObject({ standing: { endsAt: endsAt.toISOString() }, isEnding: true })
  expect(await mailed(patient, 'plan-canceled')).toHaveLength(1)

  await setEnd(stripeId, '')
  expect(await seenBy(patient)).toEqual({ status: 'active', cancel_at: null, cancel_at_period_end: false })
  expect(await planOf(patient)).toMatchObject({ standing: { endsAt: null }, isEnding: false })
})

it('within the paid period: a patient who resumes the plan has it past the date', async () => {
  const { patient, id, stripeId } = await anEndingMember(10)
  await test.call(resumeSubscription, patient.caller(), { subscriptionId: id })
  expect(await seenBy(patient)).toMatchObject({ cancel_at: null, cancel_at_period_end: false })
  await test.work()
  expect(await test.client.subscriptions.retrieve(stripeId, {}, inClinic)).toMatchObject({ cancel_at: null })
  await test.pass('P11D')
  expect(await seenBy(patient)).toEqual({ status: 'active', cancel_at: null, cancel_at_period_end: false })
})

it('in a later period: it is charged until its last, and its end is announced once', async () => {
  const { patient, endsAt } = await anEndingMember(45)
  expect(await seenBy(patient)).toEqual({ status: 'active', cancel_at: endsAt, cancel_at_period_end: false })
  expect(await planOf(patient)).toMatchObject({ standing: { endsAt: endsAt.toISOString() }, isEnding: false })
  const [mail] = await mailed(patient, 'plan-canceled')
  // only the clinic can change the date
  expect(mail?.links).toEqual([])

  await test.pass('P1M')
  await test.pass('PT1H')
  expect(await seenBy(patient)).toEqual({ status: 'active', cancel_at: endsAt, cancel_at_period_end: true })
  await test.pass('P15D')
  expect(await seenBy(patient)).toMatchObject({ status: 'canceled' })
  expect(await mailed(patient, 'plan-canceled')).toHaveLength(1)
  expect(await mailed(patient, 'plan-ended')).toEqual([])
})

it('in a later period: a patient who cancels before ends with the paid period instead', async () => {
  const { patient, id, stripeId } = await anEndingMember(45)
  await test.call(cancelSubscription, patient.caller(), { subscriptionId: id })
  expect(await seenBy(patient)).toMatchObject({ cancel_at: null, cancel_at_period_end: true })
  await test.work()
  expect(await test.client.subscriptions.retrieve(stripeId, {}, inClinic)).toMatchObject({
    cancel_at_period_end: true,
  })
  expect(await seenBy(patient)).toMatchObject({ cancel_at: null, cancel_at_period_end: true })
})
