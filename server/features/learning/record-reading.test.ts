import { expect, it } from 'vitest'
import type { Caller } from '#server/platform/database/transactions.ts'
import { aContentItem } from '#testing/content.ts'
import { setUpClinic } from '#testing/set-up.ts'
import { aClinic, aPatient } from '#testing/sign-in/people.ts'
import { aSecondFactor } from '#testing/sign-in/second-step.ts'
import { recordReading } from './record-reading.ts'

// 23:30 the day before in Vancouver
const { test, clinic } = await setUpClinic({ now: '2026-03-11T06:30:00Z' }, { timeZone: 'America/Vancouver' })
const patient = await aPatient(test.db, clinic)

const published = async (at = clinic) => (await aContentItem(test.db, at, { status: 'published' })).itemId
const read = (itemId: string, position?: number, by: Caller = patient.caller()) =>
  recordReading.call(test.services, by, { itemId, ...(position !== undefined && { position }) })
const viewsOf = async (itemId: string) => {
  const [item] = await test.db.asOwner<{ views: number }>(
    'select view_count as views from content_items where id = $1',
    [itemId],
  )
  return item?.views
}

it('counts one view per patient and day of the clinic, also in two tabs at once', async () => {
  const itemId = await published()
  await Promise.all([read(itemId), read(itemId), read(itemId, 0.5)])
  expect(await viewsOf(itemId)).toBe(1)
  expect(
    await test.db.asOwner('select viewed_on::text from content_views where item_id = $1', [itemId]),
  ).toEqual([{ viewed_on: '2026-03-10' }])
  test.clock.setOffset(test.clock.offsetMs + 31 * 60_000)
  await read(itemId)
  await read(itemId, undefined, (await aPatient(test.db, clinic)).caller())
  expect(await viewsOf(itemId)).toBe(3)
})

it('stores the last place', async () => {
  const itemId = await published()
  for (const position of [0.2, 0.7, 0.4]) await read(itemId, position)
  await read(itemId)
  expect(await test.db.asOwner('select position from content_readings where item_id = $1', [itemId])).toEqual(
    [{ position: 0.4 }],
  )
})

it('never counts the team', async () => {
  const itemId = await published()
  await expect(read(itemId, 0.5, clinic.admin.caller())).rejects.toMatchObject({ code: 'not_allowed' })
  expect(await viewsOf(itemId)).toBe(0)
})

it('answers not_found for unpublished content and another clinic’s', async () => {
  const other = await aClinic(test.db)
  const draft = await aContentItem(test.db, clinic)
  const archived = await aContentItem(test.db, clinic, { status: 'archived' })
  for (const id of [draft.itemId, archived.itemId, await published(other), crypto.randomUUID()])
    await expect(read(id)).rejects.toMatchObject({ code: 'not_found' })
})

it('requires no second step, because it returns nothing', async () => {
  const careful = await aPatient(test.db, clinic)
  await aSecondFactor(test.db, careful)
  const itemId = await published()
  await read(itemId, 0.5, careful.caller())
  expect(await viewsOf(itemId)).toBe(1)
})
