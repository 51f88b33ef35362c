import { expect, it } from 'vitest'
import { anAssignment } from '#testing/assignments.ts'
import { aContentItem } from '#testing/content.ts'
import { setUpClinic } from '#testing/set-up.ts'
import { aPatient } from '#testing/sign-in/people.ts'
import { pushCorrection } from './push-correction.ts'

const { test, clinic } = await setUpClinic()
const open = await aPatient(test.db, clinic)
const done = await aPatient(test.db, clinic)

/** Corrected content that one patient has open and another completed before. */
async function corrected() {
  const item = await aContentItem(test.db, clinic, { status: 'published' })
  await anAssignment(test.db, clinic, open, { item })
  await anAssignment(test.db, clinic, done, { item, completedAt: '2026-03-01T12:00:00Z' })
  await test.db.asOwner('update content_versions set superseded_at = now() where id = $1', [item.versionId])
  await test.db.asOwner(
    `insert into content_versions (clinic_id, item_id, number, type, title, category, body, read_minutes, published_at)
     select clinic_id, item_id, 2, type, 'Corrected', category, body, read_minutes, now() from content_versions where id = $1`,
    [item.versionId],
  )
  return item.itemId
}
const push = (itemId: string, asksAgain?: boolean) =>
  pushCorrection.call(test.services, clinic.admin.caller(), {
    itemId,
    ...(asksAgain !== undefined && { asksAgain }),
  })
const given = (itemId: string) =>
  test.db.asOwner<{ patient_id: string; number: number; done: boolean }>(
    `select a.patient_id, v.number, a.completed_at is not null as done
       from lesson_assignments a join content_versions v on v.id = a.version_id
      where a.item_id = $1 order by v.number, a.patient_id`,
    [itemId],
  )

it('moves open assignments to the current version, and leaves completed ones', async () => {
  const itemId = await corrected()
  expect(await push(itemId)).toEqual({ changed: 1 })
  expect(await given(itemId)).toEqual([
    { patient_id: done.patientId, number: 1, done: true },
    { patient_id: open.patientId, number: 2, done: false },
  ])
  expect(await push(itemId)).toEqual({ changed: 0 })
})

it('asks those who completed the old version again, once, only if the team chooses so', async () => {
  const itemId = await corrected()
  expect(await push(itemId, true)).toEqual({ changed: 2 })
  expect(await push(itemId, true)).toEqual({ changed: 0 })
  const rows = await given(itemId)
  expect(rows).toContainEqual({ patient_id: done.patientId, number: 1, done: true })
  expect(rows).toContainEqual({ patient_id: done.patientId, number: 2, done: false })
})
