import { readFile } from 'node:fs/promises'
import PDFDocument from 'pdfkit'
import { expect, it, vi } from 'vitest'
import { createUploads } from '#server/features/files/upload.ts'
import type { Caller } from '#server/platform/database/transactions.ts'
import { aContentItem } from '#testing/content.ts'
import { setUpClinic } from '#testing/set-up.ts'
import { aPatient } from '#testing/sign-in/people.ts'
import { publishContent } from '../publish-content.ts'
import { saveContent } from '../save-content.ts'
import { drawPdf } from './draw-pdf.ts'

const { test, clinic } = await setUpClinic({ jobsOf: (services) => [drawPdf(services) as never] })

function aPdf(pages: number, options: PDFKit.PDFDocumentOptions = {}): Promise<Buffer> {
  return new Promise((done) => {
    const document = new PDFDocument(options)
    const chunks: Uint8Array[] = []
    document.on('data', (chunk: Uint8Array) => chunks.push(chunk))
    document.on('end', () => done(Buffer.concat(chunks)))
    for (let number = 1; number <= pages; number++) {
      if (number > 1) document.addPage()
      document.text(`This is page ${number}`)
    }
    document.end()
  })
}

async function* whole(content: Uint8Array): AsyncIterable<Uint8Array> {
  yield content
}

/**
 * Uploads a PDF and saves it as content.
 * @returns both ids, before its pages are drawn
 */
async function addPdf(content: Buffer): Promise<{ itemId: string; fileId: string }> {
  const by = clinic.admin.caller()
  const uploads = createUploads(test.services)
  const upload = {
    kind: 'content_pdf',
    name: 'knees.pdf',
    sizeBytes: content.length,
    patientId: null,
  } as const
  const { fileId } = await uploads.create(by, upload)
  await uploads.append(by, fileId, 0, whole(content))
  const { itemId } = await aContentItem(test.db, clinic, { body: { type: 'pdf', fileId: null } })
  await saveContent.call(test.services, by, {
    itemId,
    version: 1,
    title: 'Strong knees',
    category: 'Exercise',
    description: '',
    coverFileId: null,
    body: { type: 'pdf', fileId },
  })
  return { itemId, fileId }
}

const documentOf = (fileId: string) =>
  test.db.asOwner('select state, reason, page_count from content_documents where file_id = $1', [fileId])
const pagesSeenBy = (by: Caller, fileId: string) =>
  test.services.transactions.withActor(by, (tx) =>
    tx
      .selectFrom('content_pages')
      .select(['number', 'text', 'file_id'])
      .where('document_id', '=', fileId)
      .orderBy('number')
      .execute(),
  )

// spec: B2.5 The pages of a PDF are drawn with their text
it('draws each page as a file of the clinic, with its text, for patients once published', async () => {
  const patient = await aPatient(test.db, clinic)
  const { itemId, fileId } = await addPdf(await aPdf(2))
  expect(await documentOf(fileId)).toEqual([{ state: 'waiting', reason: null, page_count: null }])
  await test.services.jobs.drain()
  expect(await documentOf(fileId)).toEqual([{ state: 'ready', reason: null, page_count: 2 }])
  const pages = await pagesSeenBy(clinic.admin.caller(), fileId)
  expect(pages.map(({ number, text }) => [number, text.trim()])).toEqual([
    [1, 'This is page 1'],
    [2, 'This is page 2'],
  ])
  expect(await pagesSeenBy(patient.caller(), fileId)).toEqual([])

  await publishContent.call(test.services, clinic.admin.caller(), { itemId, version: 2 })
  expect(await pagesSeenBy(patient.caller(), fileId)).toHaveLength(2)
  const seen = await test.services.transactions.withActor(patient.caller(), (tx) =>
    tx
      .selectFrom('files')
      .select(['kind', 'media_type'])
      .where('id', 'in', [fileId, ...pages.map(({ file_id }) => file_id)])
      .execute(),
  )
  expect(seen.map(({ kind }) => kind).sort()).toEqual(['content_page', 'content_page', 'content_pdf'])
  const bytes = await test.services.files.bytesOf(test.services.transactions, pages[0]?.file_id ?? '')
  expect(bytes.toString('latin1', 8, 12)).toBe('WEBP')
}, 60_000)

it('stores the reason of a failure, no pages, and the PDF as a file', async () => {
  const { fileId } = await addPdf(await aPdf(1, { userPassword: 'secret' }))
  await test.services.jobs.drain()
  expect(await documentOf(fileId)).toEqual([{ state: 'refused', reason: 'encrypted', page_count: null }])
  expect(await pagesSeenBy(clinic.admin.caller(), fileId)).toEqual([])
}, 60_000)

it.each([
  ['pdf-no-pages.pdf', [{ state: 'refused', reason: 'no_pages', page_count: null }]],
  ['trailing-4k.pdf', [{ state: 'ready', reason: null, page_count: 1 }]],
  ['trailing-html.pdf', [{ state: 'ready', reason: null, page_count: 1 }]],
  ['no-eof-mark.pdf', [{ state: 'ready', reason: null, page_count: 1 }]],
])(
  'settles a file as programs save it: %s',
  async (name, settled) => {
    const { fileId } = await addPdf(
      await readFile(new URL(`../../../../testing/case-files/${name}`, import.meta.url)),
    )
    await test.services.jobs.drain()
    expect(await documentOf(fileId)).toEqual(settled)
  },
  60_000,
)

it('stores a reason after the last attempt, so that no page waits forever', async () => {
  const { fileId } = await addPdf(await aPdf(1))
  const broken = vi.spyOn(test.services.files, 'bytesOf').mockRejectedValue(new Error('unreadable'))
  for (let attempt = 1; attempt <= 4; attempt++) {
    expect(await documentOf(fileId)).toMatchObject([{ state: 'waiting' }])
    await expect(test.services.jobs.drain()).rejects.toThrow('unreadable')
  }
  broken.mockRestore()
  expect(await documentOf(fileId)).toEqual([{ state: 'refused', reason: 'damaged', page_count: null }])
  expect(await test.services.jobs.drain()).toBe(0)
}, 60_000)

it('fails on a full storage, and frees what the pages took', async () => {
  const { fileId } = await addPdf(await aPdf(2))
  await test.db.asOwner('update app.storage_use set limit_bytes = used_bytes + 10 where clinic_id = $1', [
    clinic.id,
  ])
  await test.services.jobs.drain()
  expect(await documentOf(fileId)).toEqual([{ state: 'refused', reason: 'storage_full', page_count: null }])
  await test.db.asOwner('update app.storage_use set limit_bytes = 5000000000 where clinic_id = $1', [
    clinic.id,
  ])
}, 60_000)

it('restarts after an interruption, and draws nothing twice', async () => {
  const { fileId } = await addPdf(await aPdf(2))
  await test.services.jobs.drain()
  const count = async () => (await pagesSeenBy(clinic.admin.caller(), fileId)).length
  await drawPdf(test.services).run({ clinicId: clinic.id, fileId })
  expect(await count()).toBe(2)
  await test.db.asOwner(
    `update content_documents set state = 'waiting', page_count = null where file_id = $1`,
    [fileId],
  )
  await drawPdf(test.services).run({ clinicId: clinic.id, fileId })
  expect(await count()).toBe(2)
  expect(await documentOf(fileId)).toEqual([{ state: 'ready', reason: null, page_count: 2 }])
}, 60_000)
