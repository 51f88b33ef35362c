import { expect, it } from 'vitest'
import type { Caller } from '#server/platform/database/transactions.ts'
import { setUpSale } from '#testing/money/set-up.ts'
import { endsAtStripe, subscriptionOf } from '#testing/money/subscriptions.ts'
import { aStaffMember } from '#testing/sign-in/people.ts'
import { cancelSubscription } from './ending/cancel-subscription.ts'
import { resumeSubscription } from './resume-subscription.ts'

const { test, clinic, plan } = await setUpSale()

const cancel = (caller: Caller, subscriptionId: string) =>
  test.call(cancelSubscription, caller, { subscriptionId })
const resume = (caller: Caller, subscriptionId: string) =>
  test.call(resumeSubscription, caller, { subscriptionId })

// spec: B2.7 A cancellation is undone before the period ends
it('undoes a cancellation before the period ends, and the subscription renews', async () => {
  const patient = await test.aMember(clinic, plan)
  const { id, stripe_subscription } = await subscriptionOf(test, patient)
  await cancel(patient.caller(), id)
  await test.work()
  expect(await resume(patient.caller(), id)).toMatchObject({ cancelAtPeriodEnd: false })
  await test.work()
  expect(await endsAtStripe(test, clinic, stripe_subscription)).toBe(false)
  await test.pass('P1M')
  await test.pass('PT1H')
  const invoices = await test.db.asOwner('select status from invoices where patient_id = $1', [
    patient.patientId,
  ])
  expect(invoices).toEqual([{ status: 'paid' }, { status: 'paid' }])
})

it('refuses a subscription that is not about to end', async () => {
  const patient = await test.aMember(clinic, plan)
  const { id } = await subscriptionOf(test, patient)
  await expect(resume(patient.caller(), id)).rejects.toMatchObject({ code: 'subscription_not_ending' })
})

it('is for the payer and the clinic’s admin, and is audited', async () => {
  const owner = await test.aMember(clinic, plan)
  const other = await test.aMember(clinic, plan)
  const staff = await aStaffMember(test.db, clinic)
  const elsewhere = await test.aSellingClinic()
  const { id } = await subscriptionOf(test, owner)
  await cancel(owner.caller(), id)
  await expect(resume(staff.caller(), id)).rejects.toMatchObject({ code: 'not_allowed' })
  await expect(resume(other.caller(), id)).rejects.toMatchObject({ code: 'not_found' })
  await expect(resume(elsewhere.admin.caller(), id)).rejects.toMatchObject({ code: 'not_found' })
  expect(await resume(clinic.admin.caller(), id)).toMatchObject({ cancelAtPeriodEnd: false })
  const audits = await test.db.asOwner(
    `select actor_id from app.audit_log where subject_id = $1 and action = 'subscription.resumed'`,
    [id],
  )
  expect(audits).toEqual([{ actor_id: clinic.admin.userId }])
})
