import { expect, it } from 'vitest'
import { formTexts } from '#domain/texts/forms.ts'
import type { Caller } from '#server/platform/database/transactions.ts'
import { aField, aForm, aFormFile, aFormRequest } from '#testing/forms.ts'
import { aGuardian, bornYearsAgo, setBirthDate } from '#testing/guardians.ts'
import { setUpClinic } from '#testing/set-up.ts'
import { aPatient } from '#testing/sign-in/people.ts'
import { saveAnswers } from './save-answers.ts'
import { signForm } from './sign-form.ts'

const { test, clinic } = await setUpClinic()
const [question, consent, health] = [aField('text'), aField('consent'), aField('health')]
const form = await aForm(test.db, clinic, { fields: [question, consent] })

const sign = (caller: Caller, requestId: string, changes: object = {}) =>
  signForm.call(test.services, caller, {
    ...{ requestId, version: 0, name: 'Dana Fox' },
    answers: { [question.id]: 'Rarely', [consent.id]: 'yes' },
    ...changes,
  })
const signed = async (id: string) =>
  (
    await test.db.asOwner(
      `select answers, signed_name, signed_as, signed_statement, signed_by, signed_at is not null as is_signed
         from form_requests where id = $1`,
      [id],
    )
  )[0]

it('stores answers, name and sentence once, and repeats nothing', async () => {
  const patient = await aPatient(test.db, clinic)
  const id = await aFormRequest(test.db, clinic, patient, { form })
  await Promise.all([sign(patient.caller(), id), sign(patient.caller(), id)])
  expect(await signed(id)).toEqual({
    answers: { [question.id]: 'Rarely', [consent.id]: 'yes' },
    signed_name: 'Dana Fox',
    signed_as: 'patient',
    signed_statement: formTexts.statement,
    signed_by: patient.userId,
    is_signed: true,
  })
  await expect(sign(patient.caller(), id, { name: 'Somebody Else' })).rejects.toMatchObject({
    code: 'form_signed',
  })
  const trail = await test.db.asOwner('select action from app.audit_log where subject_id = $1 order by id', [
    id,
  ])
  expect(trail).toEqual([{ action: 'form.asked' }, { action: 'form.signed' }])
})

it('names each missing answer, and refuses answers that were changed in another window', async () => {
  const patient = await aPatient(test.db, clinic)
  const id = await aFormRequest(test.db, clinic, patient, { form })
  await expect(sign(patient.caller(), id, { answers: {} })).rejects.toMatchObject({
    code: 'invalid_input',
    fields: [{ path: `answers.${question.id}` }, { path: `answers.${consent.id}` }],
  })
  await saveAnswers.call(test.services, patient.caller(), { requestId: id, answers: { [question.id]: 'No' } })
  await expect(sign(patient.caller(), id)).rejects.toMatchObject({ code: 'changed_elsewhere' })
  expect(await signed(id)).toMatchObject({ is_signed: false, answers: { [question.id]: 'No' } })
})

it('updates the health information of the record, unless that was changed elsewhere', async () => {
  const patient = await aPatient(test.db, clinic)
  const withHealth = await aForm(test.db, clinic, { fields: [health] })
  const answers = (version: number) => ({
    [health.id]: {
      ...{ version, allergies: 'Nuts', medications: '', medicalConditions: '' },
      ...{ emergencyContact: '', emergencyPhone: '(212) 555-0124' },
    },
  })
  const id = await aFormRequest(test.db, clinic, patient, { form: withHealth })
  await expect(sign(patient.caller(), id, { answers: {} })).rejects.toMatchObject({
    fields: [{ path: `answers.${health.id}` }],
  })
  await expect(sign(patient.caller(), id, { answers: answers(3) })).rejects.toMatchObject({
    code: 'changed_elsewhere',
  })
  await sign(patient.caller(), id, { answers: answers(0) })
  expect(
    await test.db.asOwner('select allergies, emergency_phone from patient_health where patient_id = $1', [
      patient.patientId,
    ]),
  ).toEqual([{ allergies: 'Nuts', emergency_phone: '+12125550124' }])
})

it('is signed by the guardian of a minor, in their name', async () => {
  const child = await aPatient(test.db, clinic)
  await setBirthDate(test.db, clinic, child.patientId, bornYearsAgo(7))
  const guardian = await aGuardian(test.db, clinic, { patientId: child.patientId })
  const limited = await aGuardian(test.db, clinic, { patientId: child.patientId, access: 'limited' })
  const id = await aFormRequest(test.db, clinic, child, { form })
  await expect(sign(child.caller(), id)).rejects.toMatchObject({ code: 'guardian_signs' })
  await expect(sign(limited.caller, id)).rejects.toMatchObject({ code: 'not_allowed' })
  await sign(guardian.caller, id, { name: 'Ben Fox' })
  expect(await signed(id)).toMatchObject({
    signed_as: 'guardian',
    signed_name: 'Ben Fox',
    signed_by: guardian.person.userId,
    signed_statement: expect.stringContaining('as the guardian'),
  })
})

it('refuses another patient’s form and an unknown one in the same way', async () => {
  const [patient, neighbor] = [await aPatient(test.db, clinic), await aPatient(test.db, clinic)]
  const id = await aFormRequest(test.db, clinic, neighbor, { form })
  for (const requestId of [id, crypto.randomUUID()])
    await expect(sign(patient.caller(), requestId)).rejects.toMatchObject({ code: 'not_found' })
})

it('includes the uploaded files and the drawn signature, and no file of an unfinished upload', async () => {
  const patient = await aPatient(test.db, clinic)
  const [file, drawing] = [aField('file'), aField('signature')]
  const withFile = await aForm(test.db, clinic, { fields: [file, drawing] })
  const id = await aFormRequest(test.db, clinic, patient, { form: withFile })
  const drawn = {
    strokes: [
      [1, 2, 30, 40],
      [50, 60],
    ],
  }
  const answers = { [drawing.id]: drawn }
  await expect(sign(patient.caller(), id, { answers })).rejects.toMatchObject({
    fields: [{ path: `answers.${file.id}` }],
  })
  const about = { requestId: id, fieldId: file.id, by: patient.userId }
  const uploaded = await aFormFile(test.db, clinic, patient, about)
  const unfinished = await aFormFile(test.db, clinic, patient, { ...about, isReady: false })
  // the page has not read the file yet
  await expect(sign(patient.caller(), id, { answers })).rejects.toMatchObject({ code: 'changed_elsewhere' })
  await sign(patient.caller(), id, { answers, version: 1 })
  expect((await signed(id))?.answers).toEqual({ [drawing.id]: drawn, [file.id]: { files: [uploaded] } })
  expect(await test.db.asOwner('select 1 from files where id = $1', [unfinished.id])).toEqual([])
})

it('refuses files that the server did not receive', async () => {
  const patient = await aPatient(test.db, clinic)
  const file = aField('file')
  const withFile = await aForm(test.db, clinic, { fields: [file] })
  const id = await aFormRequest(test.db, clinic, patient, { form: withFile })
  for (const answer of ['scan.pdf', ['scan.pdf'], { typed: 'scan.pdf' }])
    await expect(sign(patient.caller(), id, { answers: { [file.id]: answer } })).rejects.toMatchObject({
      fields: [{ path: `answers.${file.id}`, message: formTexts.validation.fileMissing }],
    })
})
