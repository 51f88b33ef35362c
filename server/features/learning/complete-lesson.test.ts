import { describe, expect, it } from 'vitest'
import type { ContentBody } from '#domain/content/body.ts'
import type { Caller } from '#server/platform/database/transactions.ts'
import { anAssignment } from '#testing/assignments.ts'
import { aContentItem, aCorrection } from '#testing/content.ts'
import { setUpClinic } from '#testing/set-up.ts'
import { aPatient } from '#testing/sign-in/people.ts'
import { completeLesson } from './complete-lesson.ts'
import { recordReading } from './record-reading.ts'

const { test, clinic } = await setUpClinic({ now: '2026-03-11T06:30:00Z' }, { timeZone: 'America/Vancouver' })
const patient = await aPatient(test.db, clinic)

const complete = (itemId: string, by: Caller = patient.caller()) =>
  completeLesson.call(test.services, by, { itemId })
const read = (itemId: string, position: number, by: Caller = patient.caller()) =>
  recordReading.call(test.services, by, { itemId, position })
const completedAt = async (assignmentId: string) => {
  const [row] = await test.db.asOwner<{ completed_at: Date | null }>(
    'select completed_at from lesson_assignments where id = $1',
    [assignmentId],
  )
  return row?.completed_at ?? null
}
const video: ContentBody = {
  type: 'video',
  fileId: null,
  embed: null,
  captionsFileId: null,
  posterFileId: null,
  transcript: '',
  durationSeconds: 60,
}
async function assigned(body?: ContentBody) {
  const item = await aContentItem(test.db, clinic, { status: 'published', ...(body && { body }) })
  return anAssignment(test.db, clinic, patient, { item })
}

describe('an article', () => {
  it('is completed once it was scrolled and confirmed, at the time of the first confirmation', async () => {
    const { id, itemId } = await assigned()
    await expect(complete(itemId)).rejects.toMatchObject({ code: 'lesson_not_seen' })
    await read(itemId, 0.95)
    await read(itemId, 0.1)
    expect(await completedAt(id)).toBeNull()
    await complete(itemId)
    const at = await completedAt(id)
    expect(at?.getTime()).toBeCloseTo(test.services.clock.now().getTime(), -5)
    test.clock.setOffset(test.clock.offsetMs + 60_000)
    await complete(itemId)
    expect(await completedAt(id)).toEqual(at)
  })

  it('is completed once in two tabs at once', async () => {
    const { id, itemId } = await assigned()
    await Promise.all([read(itemId, 0.5), read(itemId, 1)])
    await Promise.all([complete(itemId), complete(itemId)])
    const trail = await test.db.asOwner(
      `select 1 from app.audit_log where action = 'lesson.completed' and subject_id = $1`,
      [id],
    )
    expect(trail).toHaveLength(1)
  })

  it('starts again with the corrected version', async () => {
    const { itemId } = await assigned()
    await read(itemId, 1)
    const next = await aCorrection(test.db, { itemId }, 2)
    await test.db.asOwner('update lesson_assignments set version_id = $1 where item_id = $2', [next, itemId])
    await expect(complete(itemId)).rejects.toMatchObject({ code: 'lesson_not_seen' })
  })
})

describe('a video', () => {
  const play = (itemId: string, from: number, to: number) =>
    recordReading.call(test.services, patient.caller(), { itemId, position: to, watched: [[from, to]] })

  it('is completed when nine tenths were played, in any order', async () => {
    const { id, itemId } = await assigned(video)
    await play(itemId, 30, 60)
    await play(itemId, 0, 23)
    expect(await completedAt(id)).toBeNull()
    await play(itemId, 20, 24)
    expect(await completedAt(id)).not.toBeNull()
  })

  it('is not completed by jumps, nor by replaying one part', async () => {
    const { id, itemId } = await assigned(video)
    for (let at = 0; at < 60; at += 15) await play(itemId, at, at + 5)
    for (let again = 0; again < 10; again++) await play(itemId, 0, 20)
    await read(itemId, 60)
    expect(await completedAt(id)).toBeNull()
    await expect(complete(itemId)).rejects.toMatchObject({ code: 'lesson_not_seen' })
  })

  it('is completed by two tabs together', async () => {
    const { id, itemId } = await assigned(video)
    await Promise.all([play(itemId, 0, 30), play(itemId, 28, 60), play(itemId, 0, 10)])
    expect(await completedAt(id)).not.toBeNull()
    expect(
      await test.db.asOwner('select watched from content_readings where item_id = $1', [itemId]),
    ).toEqual([{ watched: [[0, 60]] }])
  })
})

describe('archived content', () => {
  it('stays readable for assigned patients, in the assigned version', async () => {
    const { id, itemId } = await assigned()
    const other = await aPatient(test.db, clinic)
    await test.db.asOwner(`update content_items set status = 'archived' where id = $1`, [itemId])
    await read(itemId, 1)
    await complete(itemId)
    expect(await completedAt(id)).not.toBeNull()
    await expect(read(itemId, 1, other.caller())).rejects.toMatchObject({ code: 'not_found' })
  })

  it('is gone once it was withdrawn', async () => {
    const item = await aContentItem(test.db, clinic, { status: 'archived' })
    await anAssignment(test.db, clinic, patient, { item, isWithdrawn: true })
    await expect(read(item.itemId, 1)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('does not show what is not open yet', async () => {
    const item = await aContentItem(test.db, clinic, { status: 'archived' })
    await anAssignment(test.db, clinic, patient, { item, opensAt: '2099-01-01T00:00:00Z' })
    await expect(read(item.itemId, 1)).rejects.toMatchObject({ code: 'not_found' })
  })
})
