import { expect, it } from 'vitest'
import { setUpClinic } from '#testing/set-up.ts'
import { copyContentExamples } from './copy-content-examples.ts'

const { test, clinic } = await setUpClinic()

const copy = async (...keys: string[]) =>
  ((await copyContentExamples.call(test.services, clinic.admin.caller(), { keys })) as { itemIds: string[] })
    .itemIds
const items = () =>
  test.db.asOwner(
    `select example_key as key, status, is_unchecked_example as "isUnchecked" from content_items where clinic_id = $1
      order by example_key`,
    [clinic.id],
  )

it('creates drafts marked as unchecked, once, even when called twice at once', async () => {
  const [first, second] = await Promise.all([copy('sleep-basics', 'balanced-plate'), copy('sleep-basics')])
  expect([...first, ...second]).toHaveLength(2)
  expect(await copy('sleep-basics')).toEqual([])
  expect(await items()).toEqual([
    { key: 'balanced-plate', status: 'draft', isUnchecked: true },
    { key: 'sleep-basics', status: 'draft', isUnchecked: true },
  ])
})

it('copies a deleted example again', async () => {
  const [itemId] = await copy('low-mood')
  await test.db.asOwner('update content_items set deleted_at = now() where id = $1', [itemId])
  expect(await copy('low-mood')).toHaveLength(1)
})

it('copies nothing when one of them does not exist', async () => {
  await expect(copy('walking-plan', 'no-such')).rejects.toMatchObject({ code: 'not_found' })
  expect(await items()).not.toContainEqual(expect.objectContaining({ key: 'walking-plan' }))
})
