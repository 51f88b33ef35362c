import { expect, it } from 'vitest'
import { setUpSale } from '#testing/money/set-up.ts'
import { endsAtStripe, subscriptionOf } from '#testing/money/subscriptions.ts'
import { aPatient, aSignedInPerson, aStaffMember, type Patient } from '#testing/sign-in/people.ts'
import { joinClinic } from './joining/join-clinic.ts'
import { leaveClinic } from './leave-clinic.ts'

const { test, clinic, plan } = await setUpSale()

const leave = (patient: Pick<Patient, 'caller'>, confirmed = true) =>
  test.call(leaveClinic, patient.caller(clinic), { confirmed })

async function membershipOf({ membershipId }: Patient) {
  const [row] = await test.db.asOwner<{ ended_at: Date | null }>(
    'select ended_at from clinic_memberships where id = $1',
    [membershipId],
  )
  return row
}

it('previews what ends, then ends the plan with the paid period and the access now', async () => {
  const [patient, other] = [await test.aMember(clinic, plan), await aPatient(test.db, clinic)]
  const { id, stripe_subscription } = await subscriptionOf(test, patient)
  const plans = [{ name: plan.name, paidUntil: expect.any(String) }]
  const rest = { plans, open: null, ahead: { visits: [], providers: [] }, isConfirmed: true }
  expect(await leave(patient, false)).toEqual({ ...rest, left: false })
  expect(await membershipOf(patient)).toEqual({ ended_at: null })
  expect(await subscriptionOf(test, patient)).toMatchObject({ cancel_at_period_end: false })

  expect(await leave(patient)).toEqual({ ...rest, left: true })
  expect(await membershipOf(patient)).toEqual({ ended_at: test.clock.now() })
  await expect(leave(patient)).rejects.toMatchObject({ code: 'not_allowed' })
  const audits = await test.db.asOwner(
    'select action from app.audit_log where subject_id in ($1, $2) and actor_id = $3 order by action',
    [id, patient.membershipId, patient.userId],
  )
  expect(audits).toEqual([{ action: 'membership.left' }, { action: 'subscription.canceled' }])
  await test.work()
  expect(await endsAtStripe(test, clinic, stripe_subscription)).toBe(true)
  expect(await membershipOf(other)).toEqual({ ended_at: null })
})

it('can be undone by joining again, with the same record', async () => {
  const patient = await aPatient(test.db, clinic)
  await leave(patient)
  await test.call(joinClinic, patient.caller(clinic), { clinicId: clinic.id })
  const rows = await test.db.asOwner(
    `select p.id, m.ended_at from patients p
       join clinic_memberships m on m.clinic_id = p.clinic_id and m.user_id = p.user_id and m.ended_at is null
      where p.clinic_id = $1 and p.user_id = $2`,
    [clinic.id, patient.userId],
  )
  expect(rows).toEqual([{ id: patient.patientId, ended_at: null }])
})

it('is for patients of the clinic, on their own behalf', async () => {
  const stranger = await aSignedInPerson(test.db)
  const staff = await aStaffMember(test.db, clinic)
  const elsewhere = await aPatient(test.db, await test.aSellingClinic())
  for (const person of [stranger, staff, elsewhere, clinic.admin])
    await expect(leave(person)).rejects.toMatchObject({ code: 'not_allowed' })
  const unproven = await aPatient(test.db, clinic, { status: 'pending', confirmed: false })
  await expect(leave(unproven)).rejects.toMatchObject({ code: 'email_not_confirmed' })
  expect(await membershipOf(elsewhere)).toEqual({ ended_at: null })
})

it('happens once, however often it is clicked', async () => {
  const patient = await aPatient(test.db, clinic)
  const clicks = await Promise.allSettled([leave(patient), leave(patient)])
  expect(clicks.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})
