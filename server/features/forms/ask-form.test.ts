import { expect, it } from 'vitest'
import { aForm } from '#testing/forms.ts'
import { setUpClinic } from '#testing/set-up.ts'
import { aClinic, aPatient, aStaffMember } from '#testing/sign-in/people.ts'
import { askForm } from './ask-form.ts'

const { test, clinic } = await setUpClinic()
const staff = await aStaffMember(test.db, clinic)

const ask = (formId: string, patientId: string, by = staff) =>
  askForm.call(test.services, by.caller(), { formId, patientId })

it('requests a form once at a time, with one notice that does not name it', async () => {
  const patient = await aPatient(test.db, clinic)
  const { id } = await aForm(test.db, clinic, { title: 'Anxiety questions' })
  const answers = await Promise.all([ask(id, patient.patientId), ask(id, patient.patientId)])
  expect(answers.filter((answer) => (answer as { isNew: boolean }).isNew)).toHaveLength(1)
  const requests = await test.db.asOwner('select title, asked_by from form_requests where patient_id = $1', [
    patient.patientId,
  ])
  expect(requests).toEqual([{ title: 'Anxiety questions', asked_by: staff.userId }])
  const notices = await test.db.asOwner('select kind, key from app.notices where subject_id = $1', [
    patient.patientId,
  ])
  expect(notices).toEqual([
    { kind: 'patient_update', key: expect.stringMatching(/^patient_update:forms:[\w-]{36}$/) },
  ])
})

it('refuses a form that is not in use, and another clinic’s form or patient', async () => {
  const patient = await aPatient(test.db, clinic)
  const other = await aClinic(test.db)
  const inactive = await aForm(test.db, clinic, { isActive: false })
  const foreign = await aForm(test.db, other)
  const own = await aForm(test.db, clinic)
  const stranger = await aPatient(test.db, other)
  for (const [formId, patientId] of [
    [inactive.id, patient.patientId],
    [foreign.id, patient.patientId],
    [own.id, stranger.patientId],
  ] as const)
    await expect(ask(formId, patientId)).rejects.toMatchObject({ code: 'not_found' })
})
