import { beforeEach, expect, it } from 'vitest'
import { activityActor, activitySentence, type ClinicActivity } from '#domain/activity/activity.ts'
import type { Caller } from '#server/platform/database/transactions.ts'
import { anApiKey } from '#testing/api-keys.ts'
import { setUpServices } from '#testing/set-up.ts'
import { aClinic, anInvitation, aPatient, aStaffMember, type TestClinic } from '#testing/sign-in/people.ts'
import { revokeApiKey } from '../api-keys/revoke-api-key.ts'
import { updateClinicProfile } from '../clinics/update-clinic-profile.ts'
import { saveTask } from '../tasks/save-task.ts'
import { changeTeamAccess } from '../team/change-team-access.ts'
import { clinicActivity } from './clinic-activity.ts'

let clinic: TestClinic
const test = await setUpServices({ now: new Date().toISOString() })
beforeEach(async () => {
  clinic = await aClinic(test.db)
})

const read = (by: Caller, input: object = {}) =>
  clinicActivity.call(test.services, by, input) as Promise<ClinicActivity>
const save = (by: Caller) =>
  updateClinicProfile.call(test.services, by, { name: 'Sunrise', timeZone: 'UTC', color: 'plum' })
const change = (by: Caller, membershipId: string) =>
  changeTeamAccess.call(test.services, by, { membershipId, access: 'read-only' })

it('lists what happened, the actor and the subject, newest first', async () => {
  const staff = await aStaffMember(test.db, clinic)
  const { membershipId } = await anInvitation(test.db, clinic, { email: 'new@example.test' })
  await save(clinic.admin.caller())
  await change(clinic.admin.caller(), staff.membershipId)
  await change(clinic.admin.caller(), membershipId)
  const { entries, next } = await read(clinic.admin.caller())
  expect(next).toBeNull()
  expect(entries.map((entry) => activitySentence(entry, entry.subjectUserId && 'Sam Staff'))).toEqual([
    'Role of new@example.test changed from staff to read only',
    'Role of Sam Staff changed from staff to read only',
    'Clinic profile updated',
  ])
  expect(entries[1]).toMatchObject({
    actorId: clinic.admin.userId,
    actorPersonId: clinic.admin.membershipId,
    subjectUserId: staff.userId,
    subjectPersonId: staff.membershipId,
  })
  expect(entries[2]).toMatchObject({ subjectPersonId: null })
})

it('names an API key that was revoked, and one that has read a record', async () => {
  const { id } = await anApiKey(test.db, clinic, { name: 'Population health' })
  await revokeApiKey.call(test.services, clinic.admin.caller(), { id })
  const patient = await aPatient(test.db, clinic)
  await test.db.asOwner(
    `insert into app.audit_log (clinic_id, actor_kind, actor_id, action, subject_type, patient_ids, patient_count)
     values ($1, 'api_key', $2, 'record.read', 'patient', array[$3::uuid], 1)`,
    [clinic.id, id, patient.patientId],
  )
  const [revoked] = (await read(clinic.admin.caller())).entries
  expect(revoked && activitySentence(revoked, null)).toBe('API key Population health revoked')
  const [found] = (await read(clinic.admin.caller(), { topic: 'records' })).entries
  expect(found && activityActor(found, null)).toBe('API key Population health')
})

it('names a task by its id only, and a patient without an account by the record', async () => {
  const [row] = await test.db.asOwner<{ id: string }>(
    'insert into patients (clinic_id, full_name) values ($1, $2) returning id',
    [clinic.id, 'Walt Walk-in'],
  )
  const patientId = row?.id ?? ''
  await saveTask.call(test.services, clinic.admin.caller(), {
    version: 0,
    title: 'Call about the lab results',
    patientId,
    assigneeId: clinic.admin.userId,
    dueOn: '',
  })
  const { entries } = await read(clinic.admin.caller())
  expect(entries[0]).toMatchObject({ action: 'task.added', subjectPersonId: patientId, subjectUserId: null })
  expect(entries[0]?.taskId).toEqual(expect.any(String))
  expect(JSON.stringify(entries)).not.toContain('lab results')
  const [entry] = entries
  if (!entry) throw new Error('the activity is empty')
  expect(activitySentence(entry, null, 'Call the lab')).toBe('Task “Call the lab” added')
  expect(activitySentence(entry, null)).toBe('Task added')
})

it('is paged, and filtered by topic and person', async () => {
  const second = await aStaffMember(test.db, clinic, { role: 'admin' })
  for (const by of [clinic.admin, second, clinic.admin]) await save(by.caller())
  const first = await read(clinic.admin.caller(), { topic: 'clinic', limit: 2 })
  const rest = await read(clinic.admin.caller(), { topic: 'clinic', limit: 2, before: first.next })
  expect([first.entries.length, rest.entries.length, rest.next]).toEqual([2, 1, null])
  expect((await read(clinic.admin.caller(), { topic: 'plans' })).entries).toEqual([])
  expect((await read(clinic.admin.caller(), { actorId: second.userId })).entries).toHaveLength(1)
})

it('lists reads of records on request only', async () => {
  const patient = await aPatient(test.db, clinic)
  await test.services.transactions.withActor(clinic.admin.caller(), (tx) =>
    tx
      .selectNoFrom((row) =>
        row
          .fn('app.record_read', [
            row.val('{"tables": ["patients"]}'),
            row.val([patient.patientId, patient.patientId]),
            row.val(null),
            row.val('test'),
          ])
          .as('done'),
      )
      .execute(),
  )
  expect((await read(clinic.admin.caller())).entries).toEqual([])
  expect((await read(clinic.admin.caller(), { topic: 'records' })).entries).toMatchObject([
    { action: 'record.read', patientCount: 1, subjectUserId: patient.userId },
  ])
})

it('is for admins of the clinic', async () => {
  const staff = await aStaffMember(test.db, clinic)
  const other = await aClinic(test.db)
  await save(clinic.admin.caller())
  await expect(read(staff.caller())).rejects.toMatchObject({ code: 'not_allowed' })
  await expect(read(other.admin.caller(clinic))).rejects.toMatchObject({ code: 'not_allowed' })
  expect((await read(other.admin.caller())).entries).toEqual([])
})
