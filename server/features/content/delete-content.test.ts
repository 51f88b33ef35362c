import { expect, it } from 'vitest'
import { aContentItem } from '#testing/content.ts'
import { setUpClinic } from '#testing/set-up.ts'
import { deleteContent } from './delete-content.ts'

const { test, clinic } = await setUpClinic()

const remove = (itemId: string, isDeleted = true) =>
  deleteContent.call(test.services, clinic.admin.caller(), { itemId, isDeleted })
const statusOf = async (itemId: string) =>
  (
    await test.services.transactions.withActor(clinic.admin.caller(), (tx) =>
      tx.selectFrom('content_items').select('status').where('id', '=', itemId).execute(),
    )
  )[0]?.status

it('removes an item from all lists and restores it, and may be repeated', async () => {
  const { itemId } = await aContentItem(test.db, clinic, { status: 'archived' })
  await remove(itemId)
  await remove(itemId)
  expect(await statusOf(itemId)).toBeUndefined()
  await remove(itemId, false)
  expect(await statusOf(itemId)).toBe('archived')
  const trail = await test.db.asOwner('select action from app.audit_log where subject_id = $1 order by id', [
    itemId,
  ])
  expect(trail).toEqual([{ action: 'content.deleted' }, { action: 'content.brought_back' }])
})

it('preserves its versions, which patients may have been assigned', async () => {
  const { itemId } = await aContentItem(test.db, clinic, { status: 'published' })
  await remove(itemId)
  expect(
    await test.db.asOwner('select number from content_versions where item_id = $1', [itemId]),
  ).toHaveLength(1)
})
