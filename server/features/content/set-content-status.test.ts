import { expect, it } from 'vitest'
import { aContentItem } from '#testing/content.ts'
import { setUpClinic } from '#testing/set-up.ts'
import { setContentStatus } from './set-content-status.ts'

const { test, clinic } = await setUpClinic()

const set = (itemId: string, status: 'published' | 'archived') =>
  setContentStatus.call(test.services, clinic.admin.caller(), { itemId, status })

// spec: B4 Published content is archived and restored
it('archives published content and restores it, and may be repeated', async () => {
  const { itemId } = await aContentItem(test.db, clinic, { status: 'published' })
  for (const status of ['archived', 'archived', 'published', 'published'] as const)
    expect(await set(itemId, status)).toEqual({ status })
  const trail = await test.db.asOwner('select action from app.audit_log where subject_id = $1 order by id', [
    itemId,
  ])
  expect(trail).toEqual([{ action: 'content.archived' }, { action: 'content.restored' }])
  const versions = await test.db.asOwner('select number from content_versions where item_id = $1', [itemId])
  expect(versions).toEqual([{ number: 1 }])
})

it('refuses a draft', async () => {
  const { itemId } = await aContentItem(test.db, clinic)
  for (const status of ['archived', 'published'] as const)
    await expect(set(itemId, status)).rejects.toMatchObject({ code: 'content_status_unfit' })
})
