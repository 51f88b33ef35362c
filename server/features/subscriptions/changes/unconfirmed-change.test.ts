// An unconfirmed change is not reported as made, and one that charges is not made days later (docs/decisions/0153).
import { beforeEach, expect, it } from 'vitest'
import type { PlanView } from '#domain/plans/plans.ts'
import { refundPayment } from '#server/features/invoices/refund-payment.ts'
import type { SellingClinic } from '#testing/money/payments.ts'
import { setUpPayments } from '#testing/money/set-up.ts'
import { chargesOf, subscriptionOf } from '#testing/money/subscriptions.ts'
import { heardBy } from '#testing/notices.ts'
import type { Patient } from '#testing/sign-in/people.ts'
import { changeOwnCard } from '../cards/change-own-card.ts'
import { leavePlan } from '../ending/leave-plan.ts'
import { pauseSubscription } from '../pause-subscription.ts'
import { unpauseSubscription } from '../unpause-subscription.ts'
import { changeHousehold } from './change-household.ts'

let line: 'up' | 'disconnected' | 'silent' = 'up'
const test = await setUpPayments({
  now: '2026-11-01T15:00:00Z',
  reach: (fetch) => async (input, init) => {
    if (line === 'up') return fetch(input, init)
    if (line === 'silent') throw new TypeError('fetch failed')
    const error = { type: 'invalid_request_error', code: 'account_invalid', message: 'Access was revoked.' }
    return Response.json({ error }, { status: 403 })
  },
})

let clinic: SellingClinic
let plan: PlanView
let member: Patient
let subscriptionId: string
beforeEach(async () => {
  line = 'up'
  clinic = await test.aSellingClinic()
  plan = await test.aPublishedPlan(clinic, {
    amountCents: 6_000,
    childCents: 3_000,
    maxPauseMonths: 3,
    leavingRefund: 'unused',
  })
  member = await test.aMember(clinic, plan)
  subscriptionId = (await subscriptionOf(test, member)).id
  await test.pass('P15D')
}, 60_000)

/** Shows the amount, then agrees to it after the connection has changed. */
async function agreeWhile(
  state: typeof line,
  action: typeof leavePlan | typeof pauseSubscription | typeof unpauseSubscription | typeof changeHousehold,
  input: object = {},
) {
  const shown = { subscriptionId, ...input }
  const { preview } = await test.call(action, member.caller(), shown)
  const quote = { at: preview?.at, amountCents: preview?.amountCents }
  line = state
  return test.call(action, member.caller(), { ...shown, agreed: { attempt: crypto.randomUUID(), quote } })
}

const stateOf = async () =>
  (
    await test.db.asOwner<{ kind: string; state: string }>(
      'select kind, state from subscription_changes where subscription_id = $1 order by created_at',
      [subscriptionId],
    )
  ).at(-1)

const changeMails = async () =>
  (
    await test.db.asOwner<{ template: string }>(
      `select template from app.mails where to_address = $1 and template like 'plan-%' order by queued_at, id`,
      [member.email],
    )
  ).map(({ template }) => template)

async function recover(): Promise<void> {
  line = 'up'
  await test.pass('PT2H')
  await test.runDue()
}

it.each(['disconnected', 'silent'] as const)(
  'a pause while Stripe is %s is pending, and mailed once it is made',
  async (state) => {
    expect(await agreeWhile(state, pauseSubscription)).toMatchObject({ isPending: true })
    expect(await stateOf()).toEqual({ kind: 'pause', state: 'pending' })
    expect(await changeMails()).not.toContain('plan-change-pause')
    await recover()
    expect(await subscriptionOf(test, member)).toMatchObject({ status: 'paused' })
    expect(await changeMails()).toContain('plan-change-pause')
  },
  60_000,
)

it('leaving while the account cannot be reached is pending, and payer and admins are notified', async () => {
  line = 'up'
  const shown = await test.call(leavePlan, member.caller(), { subscriptionId })
  const quote = { at: shown.preview?.at, amountCents: shown.preview?.amountCents }
  const { end } = test.services.stripe.subscriptions
  test.services.stripe.subscriptions.end = () => {
    line = 'disconnected'
    return end.apply(test.services.stripe.subscriptions, [clinic.account, 'sub_any', 'key'])
  }
  const answer = await test.call(leavePlan, member.caller(), {
    subscriptionId,
    agreed: { attempt: crypto.randomUUID(), quote },
  })
  test.services.stripe.subscriptions.end = end
  expect(answer).toMatchObject({ isPending: true })
  await test.work()
  expect(await changeMails()).toEqual(['plan-change-waits'])
  expect(await heardBy(test.db, clinic.admin)).toContainEqual({
    kind: 'plan_change_waits',
    patient_id: member.patientId,
  })
  await recover()
  expect(await subscriptionOf(test, member)).toMatchObject({ status: 'canceled' })
  expect(await changeMails()).toContain('plan-change-leave')
}, 60_000)

it('a change that charges is withdrawn where the account cannot be reached, and never made later', async () => {
  const add = [{ name: 'Kim Doe', bornOn: '2018-03-04' }]
  const { changeItems } = test.services.stripe.subscriptions
  test.services.stripe.subscriptions.changeItems = (...given) => {
    line = 'disconnected'
    return changeItems.apply(test.services.stripe.subscriptions, given)
  }
  await expect(agreeWhile('up', changeHousehold, { add, remove: [] })).rejects.toMatchObject({
    code: 'payments_disconnected',
  })
  test.services.stripe.subscriptions.changeItems = changeItems
  expect(await stateOf()).toEqual({ kind: 'household', state: 'undone' })
  const before = await chargesOf(test, clinic, member).catch(() => [6_000])
  await recover()
  expect(await chargesOf(test, clinic, member)).toEqual(before)
}, 60_000)

it('resuming after a pause is withdrawn in the same case', async () => {
  await agreeWhile('up', pauseSubscription)
  await test.work()
  await expect(agreeWhile('disconnected', unpauseSubscription)).rejects.toMatchObject({
    code: 'payments_disconnected',
  })
  await recover()
  expect(await subscriptionOf(test, member)).toMatchObject({ status: 'paused' })
}, 60_000)

it.each(['disconnected', 'silent'] as const)(
  'while Stripe is %s, nothing else that moves money is said to be done',
  async (state) => {
    const [payment] = await test.db.asOwner<{ id: string }>('select id from payments where clinic_id = $1', [
      clinic.id,
    ])
    line = state
    const code = state === 'silent' ? 'payments_unavailable' : 'payments_disconnected'
    await expect(test.call(changeOwnCard, member.caller(), {})).rejects.toMatchObject({ code })
    const refund = { paymentId: payment?.id, amountCents: 100, attempt: crypto.randomUUID() }
    await expect(test.call(refundPayment, clinic.admin.caller(), refund)).rejects.toMatchObject({ code })
  },
  60_000,
)
