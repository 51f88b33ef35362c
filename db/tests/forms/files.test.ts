// Readers of the files of forms, and that those of a signed form are immutable (docs/decisions/0213). Another clinic's people and
// every write: tenant-escape.
import { expect, it } from 'vitest'
import type { Caller } from '#server/platform/database/transactions.ts'
import { aField, aForm, aFormFile, aFormRequest } from '#testing/forms.ts'
import { aGuardian, bornYearsAgo, setBirthDate } from '#testing/guardians.ts'
import { setUpDatabase } from '#testing/set-up.ts'
import { aClinic, aPatient, aStaffMember, aVisitor, type Patient } from '#testing/sign-in/people.ts'
import { aSecondFactor } from '#testing/sign-in/second-step.ts'

const field = aField('file')
const db = await setUpDatabase()
const clinic = await aClinic(db)
const form = await aForm(db, clinic, { fields: [field] })

async function aFiledRequest(patient: Patient) {
  const requestId = await aFormRequest(db, clinic, patient, { form })
  const about = { requestId, fieldId: field.id, by: patient.userId }
  return { requestId, about, file: await aFormFile(db, clinic, patient, about) }
}
const sign = (requestId: string) =>
  db.asOwner(
    `update form_requests set signed_at = now(), signed_name = 'D', signed_statement = 'C', signed_as = 'patient' where id = $1`,
    [requestId],
  )

it('are read by the patient, the team and a guardian with full access, after the second step', async () => {
  const child = await aPatient(db, clinic)
  await setBirthDate(db, clinic, child.patientId, bornYearsAgo(7))
  const { file } = await aFiledRequest(child)
  const full = await aGuardian(db, clinic, child)
  const limited = await aGuardian(db, clinic, { ...child, access: 'limited' })
  const viewer = await aStaffMember(db, clinic, { isReadOnly: true })
  const elsewhere = await aClinic(db)
  const seenIn = (table: 'files' | 'patient_files', caller: Caller) =>
    db.transactions.withActor(caller, (tx) =>
      table === 'files'
        ? tx.selectFrom('files').select('id').where('id', '=', file.id).execute()
        : tx.selectFrom('patient_files').select('file_id as id').where('file_id', '=', file.id).execute(),
    )
  const seenBy = async (caller: Caller) => [
    ...(await seenIn('files', caller)),
    // outside of the clinic the table is refused
    ...(await seenIn('patient_files', caller).catch(() => [])),
  ]
  for (const caller of [child.caller(), full.caller, viewer.caller(), clinic.admin.caller()])
    expect(await seenBy(caller)).toHaveLength(2)
  const neighbor = await aPatient(db, clinic)
  for (const caller of [
    ...[limited.caller, full.person.caller(clinic), neighbor.caller()],
    ...[elsewhere.admin.caller(), elsewhere.admin.caller(clinic)],
  ])
    expect(await seenBy(caller)).toEqual([])
  await aSecondFactor(db, child)
  expect(await seenBy(child.caller())).toEqual([])
})

it('are refused to visitors', async () => {
  const read = (table: 'files' | 'patient_files') =>
    db.transactions.withActor(aVisitor(clinic), (tx) =>
      tx.selectFrom(table).select('kind').where('kind', '=', 'form_file').execute(),
    )
  expect(await read('files')).toEqual([])
  await expect(read('patient_files')).rejects.toMatchObject({ code: '42501' })
})

it('of a signed form are immutable, except for a merge and the erasure of the record', async () => {
  const patient = await aPatient(db, clinic)
  const { requestId, about, file } = await aFiledRequest(patient)
  await sign(requestId)
  await expect(aFormFile(db, clinic, patient, about)).rejects.toThrow('immutable')
  for (const change of [
    'delete from files where id = $1',
    'delete from patient_files where file_id = $1',
    `update patient_files set name = 'another.pdf' where file_id = $1`,
    'update patient_files set form_field_id = gen_random_uuid() where file_id = $1',
  ])
    await expect(db.asOwner(change, [file.id])).rejects.toThrow(/immutable/)
  const other = await aPatient(db, clinic)
  await db.asOwner(
    `with merging as (select set_config('app.merging', 'on', true) as is_on)
     update patient_files set patient_id = $2 from merging where file_id = $1 and is_on = 'on'`,
    [file.id, other.patientId],
  )
  await db.asOwner(
    `with erasing as (select set_config('app.purpose', 'job:retention.erase', true) as purpose)
     delete from files using erasing where id = $1 and purpose <> ''`,
    [file.id],
  )
  const [row] = await db.asOwner('select answers from form_requests where id = $1', [requestId])
  expect(row).toEqual({ answers: { [field.id]: { files: [file] } } })
})

it('belong to a question of a request of the same clinic, and no other kind of file does', async () => {
  const patient = await aPatient(db, clinic)
  const other = await aClinic(db)
  const stranger = await aPatient(db, other)
  const foreign = await aFormRequest(db, other, stranger)
  await expect(
    aFormFile(db, clinic, patient, { requestId: foreign, fieldId: field.id, by: patient.userId }),
  ).rejects.toMatchObject({ code: '23503' })
  const { file } = await aFiledRequest(patient)
  for (const change of [`kind = 'person_file'`, 'form_request_id = null', 'form_field_id = null'])
    await expect(
      db.asOwner(`update patient_files set ${change} where file_id = $1`, [file.id]),
    ).rejects.toMatchObject({ code: '23514' })
})
