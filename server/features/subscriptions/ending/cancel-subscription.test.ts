import { describe, expect, it } from 'vitest'
import { AppError } from '#domain/errors.ts'
import { checkSubscription } from '#server/features/clinic-tier/check-subscription.ts'
import { processEvent } from '#server/features/stripe-sync/process-event.ts'
import type { Caller } from '#server/platform/database/transactions.ts'
import { setUpSale } from '#testing/money/set-up.ts'
import { endsAtStripe, subscriptionOf } from '#testing/money/subscriptions.ts'
import { resumeSubscription } from '../resume-subscription.ts'
import { cancelSubscription } from './cancel-subscription.ts'

const { test, clinic, plan } = await setUpSale()

const cancel = (caller: Caller, subscriptionId: string) =>
  test.call(cancelSubscription, caller, { subscriptionId })
const resume = (caller: Caller, subscriptionId: string) =>
  test.call(resumeSubscription, caller, { subscriptionId })

describe('canceling', () => {
  // spec: B2.7 A canceled plan is active until the paid period ends
  it('preserves access until the paid period ends, and charges no more', async () => {
    const patient = await test.aMember(clinic, plan)
    const { id, stripe_subscription } = await subscriptionOf(test, patient)
    const answer = await cancel(patient.caller(), id)
    expect(answer).toEqual({
      id,
      status: 'active',
      planKind: 'wellness',
      planName: 'Whole Year',
      currentPeriodEnd: expect.stringMatching(/^20/),
      cancelAtPeriodEnd: true,
      isConfirmed: true,
    })
    await test.work()
    expect(await endsAtStripe(test, clinic, stripe_subscription)).toBe(true)
    expect(await test.call(checkSubscription, patient.caller(), {})).toEqual({
      subscription_tier: 'wellness',
    })

    const before = Date.parse(answer.currentPeriodEnd) - test.clock.now().getTime() - 3_600_000
    await test.pass(`PT${Math.floor(before / 1000)}S`)
    expect(await test.call(checkSubscription, patient.caller(), {})).toEqual({
      subscription_tier: 'wellness',
    })
    await test.pass('PT2H')
    expect(await test.call(checkSubscription, patient.caller(), {})).toEqual({ subscription_tier: 'free' })
    expect(await subscriptionOf(test, patient)).toMatchObject({
      status: 'canceled',
      ended_at: expect.any(Date),
    })
    const invoices = await test.db.asOwner('select id from invoices where patient_id = $1', [
      patient.patientId,
    ])
    expect(invoices).toHaveLength(1)
    const [cover] = await test.db.asOwner('select until_on from subscription_members where patient_id = $1', [
      patient.patientId,
    ])
    expect(cover).toEqual({ until_on: expect.stringMatching(/^20\d\d-\d\d-\d\d$/) })
    await expect(resume(patient.caller(), id)).rejects.toMatchObject({ code: 'subscription_ended' })
  })

  // spec: B2.7 The last of several cancellations and undos is in effect
  it('leaves the last request in effect, in whatever order the requests reach Stripe', async () => {
    const patient = await test.aMember(clinic, plan)
    const { id, stripe_subscription } = await subscriptionOf(test, patient)
    await cancel(patient.caller(), id)
    await resume(patient.caller(), id)
    await cancel(patient.caller(), id)
    await test.work()
    expect(await endsAtStripe(test, clinic, stripe_subscription)).toBe(true)
    await resume(patient.caller(), id)
    await test.work()
    await cancel(patient.caller(), id)
    await test.work()
    expect(await endsAtStripe(test, clinic, stripe_subscription)).toBe(true)
    expect(await subscriptionOf(test, patient)).toMatchObject({
      cancel_at_period_end: true,
      pending_cancel: null,
    })
  })

  it('stays in effect until it is synced to Stripe, whatever Stripe reports in the meantime', async () => {
    const patient = await test.aMember(clinic, plan)
    const { id, stripe_subscription } = await subscriptionOf(test, patient)
    const { setCancelAtPeriodEnd } = test.services.stripe.subscriptions
    test.services.stripe.subscriptions.setCancelAtPeriodEnd = () =>
      Promise.reject(new AppError('payments_unavailable'))
    expect(await cancel(patient.caller(), id)).toMatchObject({ isConfirmed: false })
    test.services.stripe.subscriptions.setCancelAtPeriodEnd = setCancelAtPeriodEnd
    await test.client.subscriptions.update(
      stripe_subscription,
      { metadata: { touched: '1' } },
      { stripeAccount: clinic.account },
    )
    await test.sandbox.deliver()
    const [event] = await test.db.asOwner<{ id: string }>(
      `select id from app.webhook_events where object_id = $1 and processed_at is null limit 1`,
      [stripe_subscription],
    )
    await processEvent(test.services).run({ eventId: event?.id ?? '' })
    expect(await subscriptionOf(test, patient)).toMatchObject({
      cancel_at_period_end: true,
      pending_cancel: true,
    })
    await test.work()
    expect(await endsAtStripe(test, clinic, stripe_subscription)).toBe(true)
  })

  it('is refused the second time', async () => {
    const patient = await test.aMember(clinic, plan)
    const { id } = await subscriptionOf(test, patient)
    await cancel(patient.caller(), id)
    await expect(cancel(patient.caller(), id)).rejects.toMatchObject({ code: 'subscription_already_ending' })
  })

  it('is for the payer and the clinic’s admin, and is audited', async () => {
    const owner = await test.aMember(clinic, plan)
    const other = await test.aMember(clinic, plan)
    const { id } = await subscriptionOf(test, owner)
    await expect(cancel(other.caller(), id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(cancel(owner.caller(), crypto.randomUUID())).rejects.toMatchObject({ code: 'not_found' })
    const elsewhere = await test.aSellingClinic()
    await expect(cancel(elsewhere.admin.caller(), id)).rejects.toMatchObject({ code: 'not_found' })
    expect(await cancel(clinic.admin.caller(), id)).toMatchObject({ cancelAtPeriodEnd: true })
    const audits = await test.db.asOwner(
      `select action, actor_id from app.audit_log where subject_id = $1 and action = 'subscription.canceled'`,
      [id],
    )
    expect(audits).toEqual([{ action: 'subscription.canceled', actor_id: clinic.admin.userId }])
  })
})

describe('a subscription that the clinic ends in its own Stripe dashboard', () => {
  it('ends here too', async () => {
    const patient = await test.aMember(clinic, plan)
    const { id, stripe_subscription } = await subscriptionOf(test, patient)
    await test.client.subscriptions.cancel(stripe_subscription, {}, { stripeAccount: clinic.account })
    await cancel(patient.caller(), id)
    await test.work()
    expect(await subscriptionOf(test, patient)).toMatchObject({ status: 'canceled', pending_cancel: null })
    expect(await test.call(checkSubscription, patient.caller(), {})).toEqual({ subscription_tier: 'free' })
  })
})
