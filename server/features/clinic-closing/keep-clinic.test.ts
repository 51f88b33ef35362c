import { expect, it } from 'vitest'
import { setUpSale } from '#testing/money/set-up.ts'
import { endsAtStripe, subscriptionOf } from '#testing/money/subscriptions.ts'
import { aClinic, aStaffMember } from '#testing/sign-in/people.ts'
import { aSecondStep } from '#testing/sign-in/second-step.ts'
import { cancelSubscription } from '../subscriptions/ending/cancel-subscription.ts'
import { closeClinic } from './close-clinic.ts'
import { keepClinic } from './keep-clinic.ts'

const { test, clinic, plan } = await setUpSale()

const keep = () => test.call(keepClinic, clinic.admin.caller(), {})

it('resumes the plans that the closing was ending, mails all members, and erases nothing', async () => {
  await aSecondStep(test.db, clinic.admin)
  const [member, leaving] = [await test.aMember(clinic, plan), await test.aMember(clinic, plan)]
  const theirs = await subscriptionOf(test, leaving)
  // canceled before, by the patient
  await test.call(cancelSubscription, leaving.caller(), { subscriptionId: theirs.id })
  await test.call(closeClinic, clinic.admin.caller(), { name: clinic.name })
  await test.work()

  expect(await keep()).toMatchObject({ askedAt: null })
  expect(await keep()).toMatchObject({ askedAt: null })
  await test.work()
  const { stripe_subscription } = await subscriptionOf(test, member)
  expect(await subscriptionOf(test, member)).toMatchObject({ cancel_at_period_end: false, status: 'active' })
  expect(await endsAtStripe(test, clinic, stripe_subscription)).toBe(false)
  expect(await subscriptionOf(test, leaving)).toMatchObject({ cancel_at_period_end: true })
  const mails = await test.db.asOwner(
    `select count(*)::int as count from app.mails where clinic_id = $1 and template = 'clinic-stays'`,
    [clinic.id],
  )
  expect(mails).toEqual([{ count: 3 }])
  const trail = await test.db.asOwner(
    `select action from app.audit_log where clinic_id = $1 and action like 'clinic.closing%' order by id`,
    [clinic.id],
  )
  expect(trail).toEqual([{ action: 'clinic.closing_asked' }, { action: 'clinic.closing_withdrawn' }])
})

it('is for an admin with a second step, in their own clinic', async () => {
  const other = await aClinic(test.db)
  await expect(test.call(keepClinic, other.admin.caller(), {})).rejects.toMatchObject({
    code: 'second_step_required',
  })
  const staff = await aStaffMember(test.db, clinic)
  await aSecondStep(test.db, staff)
  for (const person of [staff, other.admin])
    await expect(test.call(keepClinic, person.caller(clinic), {})).rejects.toMatchObject({
      code: 'not_allowed',
    })
})
