import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { SaveCarePlan } from '#domain/care-plans/care-plans.ts'
import type { Caller } from '#server/platform/database/transactions.ts'
import { aCarePlanForm, aTheme } from '#testing/care-plans.ts'
import { aContentItem } from '#testing/content.ts'
import { setUpClinic } from '#testing/set-up.ts'
import { aClinic, aPatient, aSignedInPerson, aStaffMember, aVisitor } from '#testing/sign-in/people.ts'
import { saveCarePlan } from './save-care-plan.ts'

const { test, clinic } = await setUpClinic()
const other = await aClinic(test.db)

const save = (form: SaveCarePlan, by: Caller = clinic.admin.caller()) =>
  saveCarePlan.call(test.services, by, form)
const stored = async (patientId: string) =>
  (
    await test.db.asOwner<{ body: unknown; version: number; changed_by: string }>(
      'select body, version, changed_by from care_plans where patient_id = $1',
      [patientId],
    )
  )[0]

it('stores amounts in cents, and no text of the plan in the audit trail', async () => {
  const { patientId } = await aPatient(test.db, clinic)
  await expect(save(aCarePlanForm(patientId))).resolves.toEqual({ version: 1 })
  expect(await stored(patientId)).toMatchObject({
    version: 1,
    changed_by: clinic.admin.userId,
    body: {
      themes: [{ title: 'Sleeping well', patientScore: 4 }],
      visits: [{ code: 'K131', feeCents: 5400 }],
    },
  })
  const trail = await test.db.asOwner(
    'select action, subject_id, details from app.audit_log where $1 = any (patient_ids)',
    [patientId],
  )
  expect(trail).toEqual([{ action: 'care_plan.changed', subject_id: patientId, details: {} }])
})

it('refuses a save on top of an older version, also of two at once', async () => {
  const { patientId } = await aPatient(test.db, clinic)
  const answers = await Promise.allSettled([1, 2].map(() => save(aCarePlanForm(patientId))))
  expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await expect(save(aCarePlanForm(patientId))).rejects.toMatchObject({ code: 'changed_elsewhere' })
  await expect(save(aCarePlanForm(patientId, { version: 1 }))).resolves.toEqual({ version: 2 })
})

it('links published lessons of the clinic, also those archived later', async () => {
  const { patientId } = await aPatient(test.db, clinic)
  const lesson = await aContentItem(test.db, clinic, { status: 'published' })
  const draft = await aContentItem(test.db, clinic)
  const foreign = await aContentItem(test.db, other, { status: 'published' })
  const form = (lessonIds: string[], version = 0) =>
    aCarePlanForm(patientId, { version, themes: [aTheme(), aTheme({ lessonIds })] })
  for (const { itemId } of [draft, foreign])
    await expect(save(form([lesson.itemId, itemId]))).rejects.toMatchObject({
      code: 'invalid_input',
      fields: [{ path: 'themes.1.lessonIds' }],
    })
  await save(form([lesson.itemId]))
  await test.db.asOwner(`update content_items set status = 'archived' where id = $1`, [lesson.itemId])
  await expect(save(form([lesson.itemId], 1))).resolves.toEqual({ version: 2 })
})

it('refuses a fee that is no amount, at its field', async () => {
  const { patientId } = await aPatient(test.db, clinic)
  const visits = [{ visit: 'Check-up', timing: '', purpose: '', code: '', fee: 'ask' }]
  await expect(save(aCarePlanForm(patientId, { visits }))).rejects.toMatchObject({
    code: 'invalid_input',
    fields: [{ path: 'visits.0.fee' }],
  })
})

it('is read by its patient and the team only', async () => {
  const patient = await aPatient(test.db, clinic)
  const neighbor = await aPatient(test.db, clinic)
  const staff = await aStaffMember(test.db, clinic, { isReadOnly: true })
  await save(aCarePlanForm(patient.patientId))
  const read = (caller: Caller) =>
    test.db.transactions.withActor(caller, async (tx) => {
      const found = await sql<{ version: number }>`
        select version from care_plans where patient_id = ${patient.patientId}`.execute(tx)
      return found.rows.length
    })
  expect(await read(patient.caller())).toBe(1)
  expect(await read(staff.caller())).toBe(1)
  expect(await read(neighbor.caller())).toBe(0)
  expect(await read(other.admin.caller())).toBe(0)
  for (const nobody of [aVisitor(clinic), (await aSignedInPerson(test.db)).caller(clinic)])
    await expect(read(nobody)).rejects.toMatchObject({ code: '42501' })
})
