import { expect, it } from 'vitest'
import { aField, aForm, aFormRequest } from '#testing/forms.ts'
import { setUpClinic } from '#testing/set-up.ts'
import { aPatient } from '#testing/sign-in/people.ts'
import { saveForm } from './save-form.ts'

const { test, clinic } = await setUpClinic()

const input = (changes: object = {}) => ({
  version: 0,
  title: `Form ${crypto.randomUUID().slice(0, 8)}`,
  fields: [aField('text'), aField('choice')],
  occasion: 'request',
  visitTypes: [],
  repeats: 'once',
  isActive: true,
  ...changes,
})
const save = (changes: object = {}, by = clinic.admin) =>
  saveForm.call(test.services, by.caller(), input(changes)) as Promise<{ formId: string; version: number }>
const problemAt = (path: string) => ({ fields: [expect.objectContaining({ path })] })

it('saves a form and its next version, and refuses a save on top of a newer one', async () => {
  const { formId, version } = await save()
  expect(version).toBe(1)
  expect(await save({ formId, version: 1 })).toEqual({ formId, version: 2 })
  await expect(save({ formId, version: 1 })).rejects.toMatchObject({ code: 'changed_elsewhere' })
})

it('gives the new version to patients who have not begun, and not to others', async () => {
  const form = await aForm(test.db, clinic)
  const patients = await Promise.all([1, 2, 3].map(() => aPatient(test.db, clinic)))
  const [untouched = '', begun = '', signed = ''] = await Promise.all(
    patients.map((patient, at) =>
      aFormRequest(test.db, clinic, patient, { form, ...(at === 2 && { signedName: 'Dana Fox' }) }),
    ),
  )
  await test.db.asOwner('update form_requests set started_at = now() where id = $1', [begun])
  await save({ formId: form.id, version: 1, title: 'Second version' })
  const rows = await test.db.asOwner<{ id: string; title: string }>(
    'select id, title from form_requests where form_id = $1 and form_version = 2',
    [form.id],
  )
  expect(rows).toEqual([{ id: untouched, title: 'Second version' }])
  expect([begun, signed]).not.toContain(untouched)
})

it('refuses a title in use, unknown kinds of visits, and a form without questions', async () => {
  await save({ title: 'Before you come' })
  await expect(save({ title: 'before you come' })).rejects.toMatchObject(problemAt('title'))
  await expect(save({ occasion: 'visit', visitTypes: ['unknown'] })).rejects.toMatchObject(
    problemAt('visitTypes'),
  )
  await expect(save({ occasion: 'visit' })).rejects.toMatchObject(problemAt('visitTypes'))
  await expect(save({ fields: [] })).rejects.toMatchObject(problemAt('fields'))
  await expect(save({ fields: [aField('choice', { options: ['Yes'] })] })).rejects.toMatchObject(
    problemAt('fields.0.options'),
  )
  await expect(save({ fields: [aField('health'), aField('health')] })).rejects.toMatchObject(
    problemAt('fields'),
  )
})
