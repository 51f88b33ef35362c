import { expect, it } from 'vitest'
import type { Caller } from '#server/platform/database/transactions.ts'
import { aField, aForm, aFormFile, aFormRequest } from '#testing/forms.ts'
import { aGuardian, bornYearsAgo, setBirthDate } from '#testing/guardians.ts'
import { setUpClinic } from '#testing/set-up.ts'
import { aClinic, aPatient, type Patient } from '#testing/sign-in/people.ts'
import { removeFormFile } from './remove-form-file.ts'

const { test, clinic } = await setUpClinic()
const field = aField('file')
const form = await aForm(test.db, clinic, { fields: [field] })

const remove = (caller: Caller, fileId: string) => removeFormFile.call(test.services, caller, { fileId })
async function filled(patient: Patient) {
  const requestId = await aFormRequest(test.db, clinic, patient, { form })
  const about = { requestId, fieldId: field.id, by: patient.userId }
  const [first, second] = [
    await aFormFile(test.db, clinic, patient, about),
    await aFormFile(test.db, clinic, patient, about),
  ]
  return { requestId, first, second }
}
const answerOf = async (requestId: string) =>
  (
    await test.db.asOwner<{ answers: Record<string, unknown> }>(
      'select answers from form_requests where id = $1',
      [requestId],
    )
  )[0]?.answers[field.id]

it('removes a file from its answer, and the bytes later, audited', async () => {
  const patient = await aPatient(test.db, clinic)
  const { requestId, first, second } = await filled(patient)
  await remove(patient.caller(), first.id)
  expect(await answerOf(requestId)).toEqual({ files: [second] })
  expect(await test.db.asOwner('select 1 from files where id = $1', [first.id])).toEqual([])
  const trail = await test.db.asOwner('select action, actor_id from app.audit_log where subject_id = $1', [
    first.id,
  ])
  expect(trail).toEqual([{ action: 'file.removed', actor_id: patient.userId }])
  await remove(patient.caller(), second.id)
  expect(await answerOf(requestId)).toBeUndefined()
  await expect(remove(patient.caller(), second.id)).rejects.toMatchObject({ code: 'not_found' })
})

it('lets a guardian with full access remove the file of a minor, and no other caller', async () => {
  const child = await aPatient(test.db, clinic)
  await setBirthDate(test.db, clinic, child.patientId, bornYearsAgo(7))
  const { requestId, first, second } = await filled(child)
  const full = await aGuardian(test.db, clinic, child)
  const limited = await aGuardian(test.db, clinic, { ...child, access: 'limited' })
  const neighbor = await aPatient(test.db, clinic)
  const stranger = await aPatient(test.db, await aClinic(test.db))
  for (const by of [neighbor, stranger])
    await expect(remove(by.caller(), first.id)).rejects.toMatchObject({ code: 'not_found' })
  for (const caller of [limited.caller, clinic.admin.caller()])
    await expect(remove(caller, first.id)).rejects.toMatchObject({ code: 'not_allowed' })
  await remove(full.caller, first.id)
  expect(await answerOf(requestId)).toEqual({ files: [second] })
})

it('refuses the file of a signed form', async () => {
  const patient = await aPatient(test.db, clinic)
  const { requestId, first, second } = await filled(patient)
  await test.db.asOwner(
    `update form_requests set signed_at = now(), signed_name = 'D', signed_statement = 'C', signed_as = 'patient' where id = $1`,
    [requestId],
  )
  await expect(remove(patient.caller(), first.id)).rejects.toMatchObject({ code: 'form_signed' })
  expect(await answerOf(requestId)).toEqual({ files: [first, second] })
})
