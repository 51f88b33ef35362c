import { describe, expect, it } from 'vitest'
import { type ContentBody, emptyBody } from '#domain/content/body.ts'
import type { SavedContent } from '#domain/content/content.ts'
import { contentTexts } from '#domain/texts/content.ts'
import type { Caller } from '#server/platform/database/transactions.ts'
import { aContentFile, aContentItem, anArticle } from '#testing/content.ts'
import { refusedDocuments } from '#testing/hostile/hostile-documents.ts'
import { setUpClinic } from '#testing/set-up.ts'
import { aClinic, aStaffMember } from '#testing/sign-in/people.ts'
import { saveContent } from './save-content.ts'

const { test, clinic } = await setUpClinic()
const sam = await aStaffMember(test.db, clinic)

const words = { title: 'Sleeping better', category: 'Wellness', description: '', coverFileId: null }
const save = async (
  itemId: string,
  version = 1,
  {
    by = sam.caller(),
    ...change
  }: { by?: Caller; body?: unknown; coverFileId?: string; category?: string } = {},
) =>
  (await saveContent.call(test.services, by, {
    itemId,
    version,
    ...words,
    body: anArticle('More sleep.'),
    ...change,
  })) as SavedContent
const draft = async (body?: ContentBody) => (await aContentItem(test.db, clinic, body ? { body } : {})).itemId
const rowOf = async (itemId: string) =>
  (
    await test.db.asOwner<Record<string, unknown>>(
      'select title, version, has_unpublished_changes, changed_by, read_minutes from content_items where id = $1',
      [itemId],
    )
  )[0]

it('saves the working copy, returns the time, and computes the reading time', async () => {
  const itemId = await draft()
  const body = anArticle(Array(420).fill('word').join(' '))
  expect(await save(itemId, 1, { body })).toEqual({
    version: 2,
    savedAt: '2026-03-10T15:00:00.000Z',
    readMinutes: 3,
  })
  expect(await rowOf(itemId)).toEqual({
    title: 'Sleeping better',
    version: 2,
    has_unpublished_changes: false,
    changed_by: sam.userId,
    read_minutes: 3,
  })
})

it('leaves the published version unchanged, and marks that there are changes', async () => {
  const { itemId } = await aContentItem(test.db, clinic, { status: 'published' })
  await save(itemId)
  expect(await rowOf(itemId)).toMatchObject({ has_unpublished_changes: true })
  expect(await test.db.asOwner('select title from content_versions where item_id = $1', [itemId])).toEqual([
    { title: 'Sleeping well' },
  ])
})

it('refuses a second editor’s outdated save', async () => {
  const itemId = await draft()
  await save(itemId)
  await expect(save(itemId, 1, { by: clinic.admin.caller() })).rejects.toMatchObject({
    code: 'changed_elsewhere',
  })
  expect(await save(itemId, 2, { by: clinic.admin.caller() })).toMatchObject({ version: 3 })
})

it('audits the automatic saves of one sitting as one change', async () => {
  const itemId = await draft()
  for (const version of [1, 2, 3]) await save(itemId, version)
  await save(itemId, 4, { by: clinic.admin.caller() })
  test.clock.setOffset(test.clock.offsetMs + 11 * 60_000)
  await save(itemId, 5, { by: clinic.admin.caller() })
  const trail = await test.db.asOwner(
    `select actor_id from app.audit_log where subject_id = $1 and action = 'content.changed' order by id`,
    [itemId],
  )
  expect(trail).toEqual([sam, clinic.admin, clinic.admin].map(({ userId }) => ({ actor_id: userId })))
})

describe('refuses', () => {
  it('every hostile document', async () => {
    const itemId = await draft()
    for (const [name, document] of Object.entries(refusedDocuments)) {
      const saved = save(itemId, 1, { body: { type: 'article', document } })
      await expect(saved, name).rejects.toMatchObject({ code: 'invalid_input' })
    }
  })

  it('a body of another type, and an unknown category', async () => {
    const itemId = await draft()
    await expect(save(itemId, 1, { body: { type: 'pdf', fileId: null } })).rejects.toMatchObject({
      code: 'invalid_input',
    })
    await expect(save(itemId, 1, { category: 'Pregnancy' })).rejects.toMatchObject({
      fields: [{ path: 'category' }],
    })
  })

  it('a video of a service that this installation does not embed', async () => {
    const video = emptyBody('video')
    const itemId = await draft(video)
    const embed = { provider: 'youtube', id: 'dQw4w9WgXcQ' }
    await expect(save(itemId, 1, { body: { ...video, embed } })).rejects.toMatchObject({
      code: 'invalid_input',
      fields: [{ path: 'body.embed' }],
    })
    test.services.config.videoProviders = ['youtube']
    await save(itemId, 1, { body: { ...video, embed } })
    test.services.config.videoProviders = []
  })

  it('a draft of another clinic, a deleted and an unknown one', async () => {
    const other = await aClinic(test.db)
    const foreign = await aContentItem(test.db, other)
    const deleted = await aContentItem(test.db, clinic, { isDeleted: true })
    for (const id of [foreign.itemId, deleted.itemId, crypto.randomUUID()])
      await expect(save(id)).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('files', () => {
  const image = (fileId: string): ContentBody => ({ type: 'image', fileId, alt: 'A knee' })
  const saveImage = async (fileId: string) => save(await draft(image(fileId)), 1, { body: image(fileId) })

  it('that the caller uploaded are attached, and may be used again by others', async () => {
    const fileId = await aContentFile(test.db, clinic, { owner: sam })
    await saveImage(fileId)
    const [file] = await test.db.asOwner<{ attached_at: Date | null }>(
      'select attached_at from files where id = $1',
      [fileId],
    )
    expect(file?.attached_at).not.toBeNull()
    const itemId = await draft()
    await save(itemId, 1, { by: clinic.admin.caller(), coverFileId: fileId })
  })

  it('of another kind or clinic, another member’s upload and an unknown one get the same error', async () => {
    const other = await aClinic(test.db)
    const wrong = [
      await aContentFile(test.db, clinic, { owner: sam, kind: 'content_video' }),
      await aContentFile(test.db, other, { isUsed: true }),
      await aContentFile(test.db, clinic),
      crypto.randomUUID(),
    ]
    for (const fileId of wrong)
      await expect(saveImage(fileId)).rejects.toMatchObject({
        code: 'invalid_input',
        fields: [{ path: 'body.fileId' }],
      })
  })

  it('report the error at the field that uses them', async () => {
    const itemId = await draft()
    await expect(save(itemId, 1, { coverFileId: crypto.randomUUID() })).rejects.toMatchObject({
      fields: [{ path: 'coverFileId', message: contentTexts.validation.wrongFile }],
    })
  })

  it('that have not arrived completely cannot be used yet', async () => {
    const fileId = await aContentFile(test.db, clinic, { owner: sam, state: 'uploading' })
    await expect(saveImage(fileId)).rejects.toMatchObject({ code: 'file_not_ready' })
  })
})
