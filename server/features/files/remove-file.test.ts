import { expect, it } from 'vitest'
import { setUpServer } from '#server/tests/threats/test-server.ts'
import { aClinic, aPatient, aStaffMember, type Member } from '#testing/sign-in/people.ts'
import { fileIdOf, upload } from '#testing/uploads.ts'

const test = await setUpServer()
const clinic = await aClinic(test.db)
const staff = await aStaffMember(test.db, clinic)
const patient = await aPatient(test.db, clinic)

async function aFile(kind: 'person_file' | 'message_attachment'): Promise<string> {
  const token = await test.tokenOf(staff)
  return fileIdOf(await upload(test, { token, clinic, kind, patientId: patient.patientId }, 'some words'))
}
async function remove(fileId: string, by: Member = staff) {
  const token = await test.tokenOf(by)
  const options = { method: 'POST', token, clinic, body: { fileId } }
  const { status, text } = await test.ask('/functions/v1/remove-file', options)
  return status === 200 ? 'ok' : JSON.parse(text).code
}
const used = async () => {
  const [row] = await test.db.asOwner<{ used: number }>(
    'select used_bytes::int as used from app.storage_use where clinic_id = $1',
    [clinic.id],
  )
  return row?.used
}

it('removes the row, the bytes and their share of the storage, and is in the patient’s history', async () => {
  const fileId = await aFile('person_file')
  expect(await used()).toBe('some words'.length)
  expect(await remove(fileId, clinic.admin)).toBe('ok')
  expect(await used()).toBe(0)
  expect(await test.db.asOwner('select id from files')).toEqual([])
  await test.services.jobs.drain()
  for await (const { name } of test.services.files.store.list()) expect.fail(`${name} is still stored`)
  const entries = await test.db.asOwner<{ action: string; actor_id: string }>(
    `select action, actor_id from app.audit_log where $1 = any (patient_ids) and action like 'file.%' order by id`,
    [patient.patientId],
  )
  expect(entries).toEqual([
    { action: 'file.uploaded', actor_id: staff.userId },
    { action: 'file.removed', actor_id: clinic.admin.userId },
  ])
  expect(await remove(fileId)).toBe('not_found')
})

it('leaves files of messages, and refuses read-only members and patients', async () => {
  expect(await remove(await aFile('message_attachment'))).toBe('not_found')
  const kept = await aFile('person_file')
  const viewer = await aStaffMember(test.db, clinic, { isReadOnly: true })
  expect([await remove(kept, viewer), await remove(kept, patient)]).toEqual(['not_allowed', 'not_allowed'])
})
