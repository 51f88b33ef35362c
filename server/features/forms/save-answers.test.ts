import { expect, it } from 'vitest'
import { aField, aForm, aFormFile, aFormRequest } from '#testing/forms.ts'
import { setUpClinic } from '#testing/set-up.ts'
import { aClinic, aPatient } from '#testing/sign-in/people.ts'
import { saveAnswers } from './save-answers.ts'
import { withdrawForm } from './withdraw-form.ts'

const { test, clinic } = await setUpClinic()
const patient = await aPatient(test.db, clinic)
const [first, second] = [aField('text'), aField('text')]
const form = await aForm(test.db, clinic, { fields: [first, second] })

const save = (requestId: string, answers: object, by = patient) =>
  saveAnswers.call(test.services, by.caller(), { requestId, answers })
const stored = async (id: string) =>
  (await test.db.asOwner('select answers, version from form_requests where id = $1', [id]))[0]

it('saves the changed answers of two windows, and no answer to an unknown question', async () => {
  const id = await aFormRequest(test.db, clinic, patient, { form })
  await Promise.all([save(id, { [first.id]: 'one' }), save(id, { [second.id]: 'two' })])
  await save(id, { [first.id]: 'three\nlines', [crypto.randomUUID()]: 'unknown' })
  expect(await stored(id)).toEqual({
    answers: { [first.id]: 'three\nlines', [second.id]: 'two' },
    version: 3,
  })
  const trail = await test.db.asOwner('select action from app.audit_log where subject_id = $1', [id])
  expect(trail).toEqual([{ action: 'form.asked' }])
  await withdrawForm.call(test.services, clinic.admin.caller(), { requestId: id, isWithdrawn: true })
  await expect(save(id, {})).rejects.toMatchObject({ code: 'not_found' })
})

it('refuses a signed form, another patient’s and another clinic’s', async () => {
  const signed = await aFormRequest(test.db, clinic, patient, { form, signedName: 'Dana Fox' })
  await expect(save(signed, {})).rejects.toMatchObject({ code: 'form_signed' })
  const neighbor = await aPatient(test.db, clinic)
  const stranger = await aPatient(test.db, await aClinic(test.db))
  for (const other of [neighbor, stranger])
    await expect(save(signed, {}, other)).rejects.toMatchObject({ code: 'not_found' })
})

it('merges the lines of a signature, and leaves the files of a question as they are', async () => {
  const [file, drawing] = [aField('file'), aField('signature')]
  const withFile = await aForm(test.db, clinic, { fields: [file, drawing, first] })
  const id = await aFormRequest(test.db, clinic, patient, { form: withFile })
  const uploaded = await aFormFile(test.db, clinic, patient, {
    ...{ requestId: id, fieldId: file.id, by: patient.userId },
  })
  const drawn = { strokes: [[1, 2, 3, 4]] }
  await Promise.all([save(id, { [drawing.id]: drawn }), save(id, { [first.id]: 'one', [file.id]: 'a name' })])
  expect(await stored(id)).toEqual({
    answers: { [drawing.id]: drawn, [first.id]: 'one', [file.id]: { files: [uploaded] } },
    version: 3,
  })
})
