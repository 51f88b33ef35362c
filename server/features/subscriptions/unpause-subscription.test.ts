import { afterAll, expect, it } from 'vitest'
import { openTestPayments } from '#testing/money/payments.ts'
import { chargesOf, subscriptionOf } from '#testing/money/subscriptions.ts'
import { pauseSubscription } from './pause-subscription.ts'
import { unpauseSubscription } from './unpause-subscription.ts'

const test = await openTestPayments({ now: '2026-11-01T15:00:00Z' })
const clinic = await test.aSellingClinic()
const plan = await test.aPublishedPlan(clinic, { amountCents: 6_000, maxPauseMonths: 3 })
afterAll(() => test.close())

it('resumes for the amount that was shown, from that day, and not a second time on schedule', async () => {
  const patient = await test.aMember(clinic, plan)
  await test.pass('P10D')
  const { id: subscriptionId } = await subscriptionOf(test, patient)
  const by = patient.caller()
  await expect(test.call(unpauseSubscription, by, { subscriptionId })).rejects.toMatchObject({
    code: 'subscription_not_paused',
  })
  const pause = await test.call(pauseSubscription, by, { subscriptionId })
  const { at, amountCents } = pause.preview ?? { at: '', amountCents: 0 }
  expect(amountCents).toBe(-4_000)
  await test.call(pauseSubscription, by, {
    subscriptionId,
    months: 3,
    agreed: { attempt: crypto.randomUUID(), quote: { at, amountCents } },
  })
  await test.pass('P20D')
  const { preview } = await test.call(unpauseSubscription, by, { subscriptionId })
  expect(preview).toMatchObject({ amountCents: 2_000, creditCents: 4_000, interval: 'month' })
  const agreed = { attempt: crypto.randomUUID(), quote: { at: preview?.at, amountCents: 2_000 } }
  await test.call(unpauseSubscription, by, { subscriptionId, agreed })
  await test.call(unpauseSubscription, by, { subscriptionId, agreed })
  await test.work()
  expect(await subscriptionOf(test, patient)).toMatchObject({ status: 'active' })
  expect(await chargesOf(test, clinic, patient)).toEqual([2_000, 6_000])
  for (let month = 0; month < 3; month++) {
    await test.pass('P1M')
    await test.pass('PT2H')
    await test.runDue()
  }
  expect(await chargesOf(test, clinic, patient)).toEqual([6_000, 6_000, 6_000, 2_000, 6_000])
}, 60_000)
