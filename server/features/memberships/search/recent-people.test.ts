import { expect, it } from 'vitest'
import type { FoundPerson } from '#domain/memberships/member-list.ts'
import { setUpClinic } from '#testing/set-up.ts'
import { aClinic, aPatient, aStaffMember } from '#testing/sign-in/people.ts'
import { recentPeople } from './recent-people.ts'

const { test, clinic } = await setUpClinic()

const named = async (ids: string[], by = clinic.admin.caller()) =>
  ((await recentPeople.call(test.services, by, { ids })) as { people: FoundPerson[] }).people.map(
    ({ name }) => name,
  )

it('returns people in the order of the ids, each once, without removed and foreign ones', async () => {
  const anna = await aPatient(test.db, clinic, { name: 'Anna Berg' })
  const joan = await aStaffMember(test.db, clinic, { name: 'Joan Nann' })
  const left = await aPatient(test.db, clinic, { name: 'Lena Vogt' })
  await test.db.asOwner('update clinic_memberships set ended_at = now() where id = $1', [left.membershipId])
  const foreign = await aPatient(test.db, await aClinic(test.db), { name: 'Otto Other' })
  const ids = [joan.membershipId, anna.patientId, left.membershipId, left.patientId, anna.membershipId]
  expect(await named([...ids, foreign.membershipId, crypto.randomUUID()])).toEqual(['Joan Nann', 'Anna Berg'])
  const [row] = await test.db.asOwner(
    `select patient_ids, purpose, details -> 'tables' as tables from app.audit_log where clinic_id = $1 and action = 'record.read'`,
    [clinic.id],
  )
  expect(row).toEqual({
    patient_ids: [anna.patientId],
    purpose: 'search',
    tables: ['patients', 'patient_details'],
  })
})

it('is refused to patients, without the second step, and for too many ids', async () => {
  const patient = await aPatient(test.db, clinic)
  await expect(named([patient.membershipId], patient.caller())).rejects.toMatchObject({ code: 'not_allowed' })
  const strict = await aClinic(test.db, { requiresMfa: true })
  await expect(named([], strict.admin.caller())).rejects.toMatchObject({ code: 'second_step_required' })
  const many = Array.from({ length: 9 }, () => crypto.randomUUID())
  await expect(named(many)).rejects.toMatchObject({ code: 'invalid_input' })
})
