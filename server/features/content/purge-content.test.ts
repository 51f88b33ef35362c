import { expect, it } from 'vitest'
import { anAssignment } from '#testing/assignments.ts'
import { aContentFile, aContentItem } from '#testing/content.ts'
import { aDrawnPdf, aPresentation } from '#testing/presentations.ts'
import { setUpClinic } from '#testing/set-up.ts'
import { aPatient } from '#testing/sign-in/people.ts'
import { deleteContent } from './delete-content.ts'
import { purgeContent } from './purge-content.ts'
import { saveContent } from './save-content.ts'

const dayMs = 86_400_000
const { test, clinic } = await setUpClinic()

async function nightAfter(days: number): Promise<void> {
  test.clock.setOffset(test.clock.offsetMs + days * dayMs)
  await purgeContent(test.services).run({})
}
const areThere = async (...ids: string[]) => {
  const rows = await test.db.asOwner<{ id: string }>('select id from files where id = any($1::uuid[])', [ids])
  return ids.map((id) => rows.some((row) => row.id === id))
}
const picture = (fileId: string) => ({ type: 'image' as const, fileId, alt: 'A knee' })

it('removes a replaced picture after a week, and not the new one', async () => {
  const before = await aContentFile(test.db, clinic, { kind: 'content_picture', isUsed: true })
  const after = await aContentFile(test.db, clinic, { kind: 'content_picture', isUsed: true })
  const { itemId } = await aContentItem(test.db, clinic, { body: picture(before) })
  await nightAfter(0)
  await saveContent.call(test.services, clinic.admin.caller(), {
    itemId,
    version: 1,
    title: 'Strong knees',
    category: 'Exercise',
    description: '',
    coverFileId: null,
    body: picture(after),
  })
  await nightAfter(1)
  await nightAfter(6)
  expect(await areThere(before, after)).toEqual([true, true])
  await nightAfter(2)
  expect(await areThere(before, after)).toEqual([false, true])
})

it('preserves a file that is used again', async () => {
  const fileId = await aContentFile(test.db, clinic, { kind: 'content_picture', isUsed: true })
  await aContentItem(test.db, clinic)
  await nightAfter(1)
  await aContentItem(test.db, clinic, { body: picture(fileId) })
  await nightAfter(8)
  expect(await areThere(fileId)).toEqual([true])
})

it('removes the pages of deleted content with its document, 30 days and a week later', async () => {
  const { documentId, pageFileIds } = await aDrawnPdf(test.db, clinic, 2)
  const slide = (page: number) => ({
    kind: 'page' as const,
    id: crypto.randomUUID(),
    documentId,
    page,
    notes: '',
  })
  const { itemId } = await aPresentation(test.db, clinic, { slides: [slide(1), slide(2)] })
  await deleteContent.call(test.services, clinic.admin.caller(), { itemId, isDeleted: true })
  await nightAfter(29)
  await nightAfter(2)
  expect(await areThere(documentId, ...pageFileIds)).not.toContain(false)
  await nightAfter(8)
  expect(await areThere(documentId, ...pageFileIds)).not.toContain(true)
  const left = await test.db.asOwner('select 1 from content_pages where document_id = $1', [documentId])
  expect(left).toEqual([])
})

it('preserves what a patient was assigned, deleted or not', async () => {
  const patient = await aPatient(test.db, clinic)
  const fileId = await aContentFile(test.db, clinic, { kind: 'content_picture', isUsed: true })
  const item = await aContentItem(test.db, clinic, { body: picture(fileId), status: 'published' })
  await anAssignment(test.db, clinic, patient, { item })
  await deleteContent.call(test.services, clinic.admin.caller(), { itemId: item.itemId, isDeleted: true })
  await nightAfter(40)
  await nightAfter(10)
  expect(await areThere(fileId)).toEqual([true])
})
