import { expect, it } from 'vitest'
import { setUpServer } from '#server/tests/threats/test-server.ts'
import { aClinic, aPatient, aStaffMember, type Member } from '#testing/sign-in/people.ts'
import { fileIdOf, upload } from '#testing/uploads.ts'

const test = await setUpServer()
const clinic = await aClinic(test.db)
const staff = await aStaffMember(test.db, clinic)
const patient = await aPatient(test.db, clinic)

async function aFile(kind: 'person_file' | 'message_attachment' = 'person_file'): Promise<string> {
  const token = await test.tokenOf(staff)
  return fileIdOf(await upload(test, { token, clinic, kind, patientId: patient.patientId }, 'some words'))
}
async function share(fileId: string, isShared = true, by: Member = staff) {
  const token = await test.tokenOf(by)
  const options = { method: 'POST', token, clinic, body: { fileId, isShared } }
  const { status, text } = await test.ask('/functions/v1/share-file', options)
  return status === 200 ? 'ok' : JSON.parse(text).code
}
async function read(fileId: string, by: Member) {
  const { status, text } = await test.ask(`/files/v1/${fileId}`, { token: await test.tokenOf(by), clinic })
  return status === 200 ? text : status
}

it('the patient reads a file while it is shared, and their history has each change once', async () => {
  const fileId = await aFile()
  expect(await read(fileId, patient)).toBe(404)
  expect([await share(fileId), await share(fileId)]).toEqual(['ok', 'ok'])
  expect(await read(fileId, patient)).toBe('some words')
  expect(await share(fileId, false, clinic.admin)).toBe('ok')
  expect(await read(fileId, patient)).toBe(404)
  expect(await read(fileId, staff)).toBe('some words')
  expect(await share(fileId)).toBe('ok')
  expect(await share(fileId, false)).toBe('ok')
  const notices = await test.db.asOwner(
    `select kind from app.notices where subject_id = $1 and kind = 'patient_update'`,
    [patient.patientId],
  )
  expect(notices).toHaveLength(1)
  const entries = await test.db.asOwner<{ action: string; actor_id: string }>(
    `select action, actor_id from app.audit_log where $1 = any (patient_ids) and action like 'file.%shared' order by id`,
    [patient.patientId],
  )
  expect(entries).toEqual([
    { action: 'file.shared', actor_id: staff.userId },
    { action: 'file.unshared', actor_id: clinic.admin.userId },
    { action: 'file.shared', actor_id: staff.userId },
    { action: 'file.unshared', actor_id: staff.userId },
  ])
})

it('other patients cannot read it, and read-only members cannot share', async () => {
  const fileId = await aFile()
  const viewer = await aStaffMember(test.db, clinic, { isReadOnly: true })
  expect([await share(fileId, true, viewer), await share(fileId, true, patient)]).toEqual([
    'not_allowed',
    'not_allowed',
  ])
  await share(fileId)
  expect(await read(fileId, await aPatient(test.db, clinic))).toBe(404)
  expect(await share(await aFile('message_attachment'))).toBe('not_found')
})
