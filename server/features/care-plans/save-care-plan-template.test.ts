import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { mostTemplates, type SaveCarePlanTemplate } from '#domain/care-plans/own-templates.ts'
import type { Caller } from '#server/platform/database/transactions.ts'
import { aCarePlanTemplate, aTemplateForm, aTheme } from '#testing/care-plans.ts'
import { aContentItem } from '#testing/content.ts'
import { setUpClinic } from '#testing/set-up.ts'
import { aClinic, aPatient, aSignedInPerson, aStaffMember, aVisitor } from '#testing/sign-in/people.ts'
import { saveCarePlanTemplate } from './save-care-plan-template.ts'

const { test, clinic } = await setUpClinic()
const other = await aClinic(test.db)

const save = (form: SaveCarePlanTemplate, by: Caller = clinic.admin.caller()) =>
  saveCarePlanTemplate.call(test.services, by, form) as Promise<{ templateId: string; version: number }>
const titlesFor = (caller: Caller) =>
  test.db.transactions.withActor(caller, async (tx) =>
    (await sql<{ title: string }>`select title from care_plan_templates`.execute(tx)).rows.map(
      ({ title }) => title,
    ),
  )

it('stores a plan without what belongs to one patient', async () => {
  const { templateId, version } = await save(aTemplateForm())
  expect(version).toBe(1)
  const [row] = await test.db.asOwner('select * from care_plan_templates where id = $1', [templateId])
  expect(row).toMatchObject({
    changed_by: clinic.admin.userId,
    description: 'What we plan with most',
    body: {
      steps: [{ title: 'First visit', on: '', state: 'planned' }],
      themes: [{ title: 'Sleeping well', patientScore: null, physicianScore: null, patientWords: '' }],
      visits: [{ code: 'K131', feeCents: 5400 }],
    },
  })
})

it('refuses a save on top of an older version', async () => {
  const form = aTemplateForm()
  const { templateId } = await save(form)
  const answers = await Promise.allSettled(
    ['one', 'two'].map((description) => save({ ...form, templateId, version: 1, description })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await expect(save({ ...form, templateId, version: 1 })).rejects.toMatchObject({ code: 'changed_elsewhere' })
  await expect(save({ ...form, templateId, version: 2 })).resolves.toEqual({ templateId, version: 3 })
})

it('has a unique title within the clinic, even when two are saved at once', async () => {
  const form = aTemplateForm()
  const answers = await Promise.allSettled([
    save(form),
    save({ ...form, title: form.title.toUpperCase() }),
    save(form, other.admin.caller()),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'fulfilled', 'rejected'])
  await expect(save(form)).rejects.toMatchObject({ code: 'invalid_input', fields: [{ path: 'title' }] })
})

it('links published lessons of the clinic, also those archived later', async () => {
  const lesson = await aContentItem(test.db, clinic, { status: 'published' })
  const foreign = await aContentItem(test.db, other, { status: 'published' })
  const form = aTemplateForm({ themes: [aTheme({ lessonIds: [lesson.itemId] })] })
  await expect(
    save(aTemplateForm({ themes: [aTheme({ lessonIds: [foreign.itemId] })] })),
  ).rejects.toMatchObject({
    code: 'invalid_input',
    fields: [{ path: 'themes.0.lessonIds' }],
  })
  const { templateId } = await save(form)
  await test.db.asOwner(`update content_items set status = 'archived' where id = $1`, [lesson.itemId])
  await expect(save({ ...form, templateId, version: 1 })).resolves.toMatchObject({ version: 2 })
})

it('is limited in number for each clinic', async () => {
  const full = await aClinic(test.db)
  for (let count = 0; count < mostTemplates; count++) await aCarePlanTemplate(test.db, full)
  await expect(save(aTemplateForm(), full.admin.caller())).rejects.toMatchObject({
    code: 'invalid_input',
    fields: [{ path: 'title' }],
  })
})

it('is written by part of the team, and read by all of it', async () => {
  const own = await aClinic(test.db)
  const viewer = await aStaffMember(test.db, own, { isReadOnly: true })
  const patient = await aPatient(test.db, own)
  for (const by of [patient.caller(), viewer.caller(), other.admin.caller(own)])
    await expect(save(aTemplateForm(), by)).rejects.toMatchObject({ code: 'not_allowed' })
  const form = aTemplateForm()
  await save(form, own.admin.caller())
  expect(await titlesFor(viewer.caller())).toEqual([form.title])
  expect(await titlesFor(other.admin.caller())).not.toContain(form.title)
  for (const nobody of [patient.caller(), aVisitor(own), (await aSignedInPerson(test.db)).caller(own)])
    await expect(titlesFor(nobody)).rejects.toMatchObject({ code: '42501' })
})
