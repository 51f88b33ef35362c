import { expect, it } from 'vitest'
import { setUpPayments } from '#testing/money/set-up.ts'
import { chargesOf, subscriptionOf } from '#testing/money/subscriptions.ts'
import { pauseSubscription } from './pause-subscription.ts'

const test = await setUpPayments({ now: '2026-11-01T15:00:00Z' })
const clinic = await test.aSellingClinic()
const plan = await test.aPublishedPlan(clinic, { amountCents: 6_000, maxPauseMonths: 3 })
const fixed = await test.aPublishedPlan(clinic, { kind: 'uninsured' })

// spec: B2.7 A pause charges nothing
it('preserves the unused time, charges nothing, and resumes after a notice', async () => {
  const patient = await test.aMember(clinic, plan)
  await test.pass('P15D')
  const { id: subscriptionId } = await subscriptionOf(test, patient)
  const call = (given: object) => test.call(pauseSubscription, patient.caller(), { subscriptionId, ...given })
  const { preview } = await call({})
  expect(preview).toMatchObject({ amountCents: -3_000, maxMonths: 3, currency: 'usd' })
  const agreed = { attempt: crypto.randomUUID(), quote: { at: preview?.at, amountCents: -3_000 } }
  expect(await call({ months: 2, agreed })).toEqual({ preview: null })
  await call({ months: 2, agreed })
  await test.work()
  expect(await subscriptionOf(test, patient)).toMatchObject({ status: 'paused' })
  await test.pass('P55D')
  await test.runDue()
  expect(await chargesOf(test, clinic, patient)).toEqual([6_000])
  const notices = await test.db.asOwner(
    `select kind from app.notices where kind = 'plan_change' order by noticed_at`,
  )
  expect(notices).toHaveLength(2)
  await test.pass('P8D')
  await test.runDue()
  expect(await subscriptionOf(test, patient)).toMatchObject({ status: 'active' })
  expect(await chargesOf(test, clinic, patient)).toEqual([3_000, 6_000])
}, 60_000)

it('is refused for a plan without pauses, too many months, and another amount', async () => {
  const patient = await test.aMember(clinic, plan)
  const { id: subscriptionId } = await subscriptionOf(test, patient)
  const call = (given: object) => test.call(pauseSubscription, patient.caller(), { subscriptionId, ...given })
  await expect(call({ months: 4 })).rejects.toMatchObject({ code: 'plan_without_pause' })
  const at = test.clock.now().toISOString()
  const agreed = { attempt: crypto.randomUUID(), quote: { at, amountCents: -1 } }
  await expect(call({ agreed })).rejects.toMatchObject({ code: 'quote_changed' })
  const other = await test.aMember(clinic, fixed)
  const { id } = await subscriptionOf(test, other)
  await expect(test.call(pauseSubscription, other.caller(), { subscriptionId: id })).rejects.toMatchObject({
    code: 'plan_without_pause',
  })
})

it('is possible for the clinic too, and records the caller', async () => {
  const patient = await test.aMember(clinic, plan)
  const { id: subscriptionId } = await subscriptionOf(test, patient)
  const call = (given: object) =>
    test.call(pauseSubscription, clinic.admin.caller(), { subscriptionId, ...given })
  const { preview } = await call({})
  const quote = { at: preview?.at, amountCents: preview?.amountCents }
  await call({ months: 1, agreed: { attempt: crypto.randomUUID(), quote } })
  await test.work()
  expect(await subscriptionOf(test, patient)).toMatchObject({ status: 'paused' })
  const asked = await test.db.asOwner(
    `select actor_id from app.audit_log where subject_id = $1 and action = 'subscription.change_requested'`,
    [subscriptionId],
  )
  expect(asked).toEqual([{ actor_id: clinic.admin.userId }])
}, 60_000)
