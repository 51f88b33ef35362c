import { afterAll, expect, it } from 'vitest'
import { anAppointment, aProvider } from '#testing/appointments.ts'
import { openTestServices } from '#testing/database/services.ts'
import { aClinic, aPatient, aStaffMember, type Member } from '#testing/sign-in/people.ts'
import { deactivateMember } from './deactivate-member.ts'

const test = await openTestServices({ now: '2026-03-10T15:00:00Z' })
const clinic = await aClinic(test.db, { timeZone: 'America/New_York' })
afterAll(() => test.close())

const deactivate = (membershipId: string, by: Member = clinic.admin) =>
  deactivateMember.call(test.services, by.caller(), { membershipId })
const statusOf = async (membershipId: string) =>
  (
    await test.db.asOwner('select status, suspended_at from clinic_memberships where id = $1', [membershipId])
  )[0]

it('suspends a member at once, and is audited', async () => {
  const ann = await aStaffMember(test.db, clinic)
  expect(await deactivate(ann.membershipId)).toEqual({ success: true })
  expect(await statusOf(ann.membershipId)).toEqual({ status: 'invited', suspended_at: expect.any(Date) })
  expect(
    await test.db.asOwner(
      `select actor_id from app.audit_log where action = 'membership.suspended' and subject_id = $1`,
      [ann.membershipId],
    ),
  ).toEqual([{ actor_id: clinic.admin.userId }])
  await expect(deactivate(ann.membershipId)).rejects.toMatchObject({ code: 'not_found' })
})

it('waits for decisions about a provider’s visits, and leaves a patient’s visits', async () => {
  const patient = await aPatient(test.db, clinic)
  const { id: providerId, person } = await aProvider(test.db, clinic)
  const { id } = await anAppointment(test.db, clinic, patient, { providerId })
  expect(await deactivate(person.membershipId)).toMatchObject({
    ahead: { visits: [{ appointmentId: id }] },
  })
  expect(await statusOf(person.membershipId)).toMatchObject({ status: 'active' })
  expect(await deactivate(patient.membershipId)).toEqual({ success: true })
  expect(await test.db.asOwner('select status from appointments where id = $1', [id])).toEqual([
    { status: 'upcoming' },
  ])
})

it('is for admins, refuses the owner, and does not find another clinic’s members', async () => {
  const ann = await aStaffMember(test.db, clinic)
  const there = await aClinic(test.db)
  await expect(deactivate(clinic.admin.membershipId, ann)).rejects.toMatchObject({ code: 'not_allowed' })
  await expect(deactivate(ann.membershipId, there.admin)).rejects.toMatchObject({ code: 'not_found' })
  await expect(deactivate(crypto.randomUUID())).rejects.toMatchObject({ code: 'not_found' })
  await test.db.asOwner('update clinic_memberships set is_owner = true where id = $1', [
    clinic.admin.membershipId,
  ])
  const other = await aStaffMember(test.db, clinic, { role: 'admin' })
  await expect(deactivate(clinic.admin.membershipId, other)).rejects.toMatchObject({ code: 'owner_stays' })
})
