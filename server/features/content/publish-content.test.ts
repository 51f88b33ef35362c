import { expect, it } from 'vitest'
import type { ContentBody } from '#domain/content/body.ts'
import { aContentFile, aContentItem, anArticle } from '#testing/content.ts'
import { setUpClinic } from '#testing/set-up.ts'
import { aPatient } from '#testing/sign-in/people.ts'
import { publishContent } from './publish-content.ts'
import { saveContent } from './save-content.ts'

const { test, clinic } = await setUpClinic()

const publish = (itemId: string, input: object = {}) =>
  publishContent.call(test.services, clinic.admin.caller(), { itemId, version: 1, ...input })
const change = (itemId: string, version: number, body: ContentBody = anArticle('Corrected.')) =>
  saveContent.call(test.services, clinic.admin.caller(), {
    itemId,
    version,
    title: 'Sleeping better',
    category: 'Nutrition',
    description: 'New',
    coverFileId: null,
    body,
  })
const versionsOf = (itemId: string) =>
  test.db.asOwner(
    `select number, title, superseded_at is null as "isCurrent" from content_versions where item_id = $1 order by number`,
    [itemId],
  )

it('creates a version that patients read; a correction is the next one', async () => {
  const patient = await aPatient(test.db, clinic)
  const { itemId } = await aContentItem(test.db, clinic)
  expect(await publish(itemId)).toEqual({ number: 1 })
  await change(itemId, 1)
  const read = () =>
    test.services.transactions.withActor(patient.caller(), (tx) =>
      tx.selectFrom('content_versions').select('title').where('item_id', '=', itemId).execute(),
    )
  expect(await read()).toEqual([{ title: 'Sleeping well' }])
  expect(await publish(itemId, { version: 2 })).toEqual({ number: 2 })
  expect(await read()).toEqual([{ title: 'Sleeping better' }])
  expect(await versionsOf(itemId)).toEqual([
    { number: 1, title: 'Sleeping well', isCurrent: false },
    { number: 2, title: 'Sleeping better', isCurrent: true },
  ])
})

it('creates no version without a change', async () => {
  const { itemId } = await aContentItem(test.db, clinic)
  await Promise.all([publish(itemId), publish(itemId)])
  expect(await publish(itemId)).toEqual({ number: 1 })
  expect(await versionsOf(itemId)).toHaveLength(1)
})

it('refuses to publish a state that the caller has not read', async () => {
  const { itemId } = await aContentItem(test.db, clinic)
  await change(itemId, 1)
  await expect(publish(itemId)).rejects.toMatchObject({ code: 'changed_elsewhere' })
})

it('names what is missing', async () => {
  const { itemId } = await aContentItem(test.db, clinic, { body: { type: 'image', fileId: null, alt: '' } })
  await expect(publish(itemId)).rejects.toMatchObject({
    code: 'content_unfinished',
    fields: [{ path: 'body.fileId' }, { path: 'body.alt' }],
  })
})

it('publishes an example once a member has checked it', async () => {
  const { itemId } = await aContentItem(test.db, clinic, { isExample: true })
  await expect(publish(itemId)).rejects.toMatchObject({ code: 'content_unchecked' })
  await publish(itemId, { isChecked: true })
  await change(itemId, 1)
  await publish(itemId, { version: 2 })
  const trail = await test.db.asOwner(
    `select details from app.audit_log where subject_id = $1 and action = 'content.published' order by id`,
    [itemId],
  )
  expect(trail).toEqual([{ details: { number: 1, checked: true } }, { details: { number: 2 } }])
})

it('requires archived content to be restored first', async () => {
  const { itemId } = await aContentItem(test.db, clinic, { status: 'archived' })
  await expect(publish(itemId)).rejects.toMatchObject({ code: 'content_status_unfit' })
})

it('gives readers the files of a version', async () => {
  const fileId = await aContentFile(test.db, clinic)
  const body: ContentBody = { type: 'image', fileId, alt: 'A knee' }
  const { itemId } = await aContentItem(test.db, clinic, { body })
  await change(itemId, 1, body)
  await publish(itemId, { version: 2 })
  const files = await test.db.asOwner(
    `select f.file_id from content_version_files f join content_versions v on v.id = f.version_id where v.item_id = $1`,
    [itemId],
  )
  expect(files).toEqual([{ file_id: fileId }])
})
