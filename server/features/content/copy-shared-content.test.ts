import { expect, it } from 'vitest'
import type { ContentBody } from '#domain/content/body.ts'
import { aContentItem } from '#testing/content.ts'
import { aPresentation } from '#testing/presentations.ts'
import { setUpServices } from '#testing/set-up.ts'
import { aClinic } from '#testing/sign-in/people.ts'
import { copySharedContent } from './copy-shared-content.ts'
import { publishContent } from './publish-content.ts'
import { shareLibrary } from './share-library.ts'

const test = await setUpServices()
const ours = await aClinic(test.db)
const theirs = await aClinic(test.db)
const input = { subdomain: ours.subdomain, isShared: true }
await shareLibrary.call(test.services, theirs.admin.caller(), input)

const copy = (itemId: string) =>
  copySharedContent.call(test.services, ours.admin.caller(), { itemId }) as Promise<{ itemId: string }>
const itemOf = async (itemId: string) => {
  const [item] = await test.db.asOwner<{
    clinic_id: string
    status: string
    title: string
    body: ContentBody
  }>('select clinic_id, status, title, body from content_items where id = $1', [itemId])
  if (!item) throw new Error('no item')
  return item
}
async function aStoredPicture(): Promise<string> {
  return test.services.files.keep(test.services.transactions, {
    kind: 'content_picture',
    clinicId: theirs.id,
    ownerId: theirs.admin.userId ?? '',
    name: 'knee.webp',
    mediaType: 'image/webp',
    width: 8,
    height: 6,
    bytes: Buffer.from('the bytes of a picture'),
  })
}

it('copies published content into a draft with its own files', async () => {
  const fileId = await aStoredPicture()
  const body = { type: 'image', fileId, alt: 'A knee' } as const
  const { itemId } = await aContentItem(test.db, theirs, { title: 'Strong knees', body, status: 'published' })
  const mine = await itemOf((await copy(itemId)).itemId)
  expect(mine).toMatchObject({ clinic_id: ours.id, status: 'draft', title: 'Strong knees' })
  const copied = (mine.body as { fileId: string }).fileId
  expect(copied).not.toBe(fileId)
  const bytes = await test.services.files.bytesOf(test.services.transactions, copied)
  expect(bytes.toString()).toBe('the bytes of a picture')
  const [row] = await test.db.asOwner('select clinic_id, media_type, width, state from files where id = $1', [
    copied,
  ])
  expect(row).toEqual({ clinic_id: ours.id, media_type: 'image/webp', width: 8, state: 'ready' })
})

it('copies the pages of a presentation, which is published at once', async () => {
  const { itemId, documentId } = await aPresentation(test.db, theirs, { pages: 2 })
  // the factory's files have no bytes
  await test.db.asOwner(
    "update files set size_bytes = 1, received_bytes = 1 where clinic_id = $1 and kind = 'content_page'",
    [theirs.id],
  )
  const { itemId: copied } = await copy(itemId)
  const { body } = await itemOf(copied)
  expect(JSON.stringify(body)).not.toContain(documentId)
  await publishContent.call(test.services, ours.admin.caller(), { itemId: copied, version: 1 })
})

it('copies no notes of the other team', async () => {
  const { itemId } = await aPresentation(test.db, theirs, {
    questions: [{ question: 'What first?', listenFor: 'our secret' }],
  })
  await test.db.asOwner(
    `update content_versions set body = jsonb_set(body, '{questions,0,listenFor}', '""'), team_notes = '{"slides":{},"listenFor":["our secret"]}'
      where item_id = $1`,
    [itemId],
  )
  const { body } = await itemOf((await copy(itemId)).itemId)
  expect(JSON.stringify(body)).toContain('What first?')
  expect(JSON.stringify(body)).not.toContain('our secret')
})

it('copies nothing that is unpublished or no longer shared', async () => {
  const draft = await aContentItem(test.db, theirs)
  const archived = await aContentItem(test.db, theirs, { status: 'archived' })
  const strangers = await aClinic(test.db)
  const foreign = await aContentItem(test.db, strangers, { status: 'published' })
  for (const { itemId } of [draft, archived, foreign])
    await expect(copy(itemId)).rejects.toMatchObject({ code: 'not_found' })
  const published = await aContentItem(test.db, theirs, { status: 'published' })
  const end = { subdomain: ours.subdomain, isShared: false }
  await shareLibrary.call(test.services, theirs.admin.caller(), end)
  await expect(copy(published.itemId)).rejects.toMatchObject({ code: 'not_found' })
  await shareLibrary.call(test.services, theirs.admin.caller(), { ...end, isShared: true })
})
