import { expect, it } from 'vitest'
import type { Caller } from '#server/platform/database/transactions.ts'
import { agreement } from '#testing/money/agreement.ts'
import { setUpPayments } from '#testing/money/set-up.ts'
import { aClinic, aPatient, aSignedInPerson, aStaffMember, aVisitor } from '#testing/sign-in/people.ts'
import { joinPlan } from '../checkouts/join-plan.ts'
import { checkSubscription } from './check-subscription.ts'
import { createCheckout } from './create-checkout.ts'

const test = await setUpPayments()

const check = async (caller: Caller) => (await test.call(checkSubscription, caller, {})).subscription_tier

// spec: A7 check-subscription answers the clinic’s tier
it('returns the clinic’s tier to the whole team, also without a clinic in the address', async () => {
  const clinic = await aClinic(test.db)
  await test.pay((await test.call(createCheckout, clinic.admin.caller(), { plan: 'professional' })).url)
  await test.work()
  const staff = await aStaffMember(test.db, clinic)
  expect(await check(staff.caller())).toBe('professional')
  expect(await check(clinic.admin.caller(null))).toBe('professional')
  const other = await aClinic(test.db)
  expect(await check(clinic.admin.caller(other))).toBe('professional')
  expect(await check(other.admin.caller())).toBe('free')
})

it('returns a patient’s own plan', async () => {
  const clinic = await test.aSellingClinic()
  const uninsured = await test.aPublishedPlan(clinic, { kind: 'uninsured', amountCents: 3_000 })
  const member = await test.aMember(clinic, uninsured)
  expect(await check(member.caller())).toBe('uninsured')
  expect(await check((await aPatient(test.db, clinic)).caller())).toBe('free')
})

it('returns a patient’s own plan before the address is confirmed', async () => {
  const clinic = await test.aSellingClinic()
  const plan = await test.aPublishedPlan(clinic)
  const pending = await aPatient(test.db, clinic, { status: 'pending', confirmed: false })
  expect(await check(pending.caller())).toBe('free')
  const input = { priceId: plan.price.id, attempt: crypto.randomUUID(), agreement }
  await test.pay((await test.call(joinPlan, pending.caller(), input)).url)
  await test.work()
  expect(await check(pending.caller())).toBe('wellness')
  expect(await check(pending.caller(null))).toBe('free')
})

it('requires a signed-in user', async () => {
  expect(await check((await aSignedInPerson(test.db)).caller())).toBe('free')
  await expect(check(aVisitor())).rejects.toMatchObject({ code: 'not_signed_in' })
})
