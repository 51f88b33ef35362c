import { describe, expect, it, vi } from 'vitest'
import { slidesReturn } from '#domain/presentations/google-slides.ts'
import type { Caller } from '#server/platform/database/transactions.ts'
import { testGoogleSlides } from '#testing/google-slides.ts'
import { aPresentation } from '#testing/presentations.ts'
import { setUpClinic } from '#testing/set-up.ts'
import { aClinic, aPatient, aStaffMember } from '#testing/sign-in/people.ts'
import { publishContent } from '../publish-content.ts'
import { saveContent } from '../save-content.ts'
import { drawGoogleSlides } from './draw-google-slides.ts'
import { importGoogleSlides } from './import-google-slides.ts'
import { returnFromGoogle } from './return-from-google.ts'
import { startSlidesImport } from './start-slides-import.ts'

// drawing slides takes a while on a busy machine
vi.setConfig({ testTimeout: 120_000 })

let instead: (path: string) => Response | undefined = () => undefined
const google = testGoogleSlides((path) => instead(path))
const waits: number[] = []
const { test, clinic } = await setUpClinic({
  googleSlides: google.slides,
  jobsOf: (services) => [
    drawGoogleSlides(services, async (ms) => {
      waits.push(ms)
    }) as never,
  ],
})

/**
 * Starts an import up to Google's page.
 * @returns the address in the clinic's hub that the browser returns to
 */
async function begin(by: Caller, id: string, choice: 'allow' | 'cancel' = 'allow') {
  const { itemId } = await aPresentation(test.db, clinic, { slides: [], status: 'draft' })
  const address = `https://docs.google.com/presentation/d/${id}/edit`
  const { url } = (await startSlidesImport.call(test.services, by, { itemId, address })) as { url: string }
  const back = await google.visit(url, choice)
  const response = await returnFromGoogle(test.services)(new Request(back))
  const target = new URL(response.headers.get('location') ?? '')
  return { itemId, target, answer: slidesReturn.read(target.hash) }
}
const bring = (by: Caller, answer: unknown) =>
  importGoogleSlides.call(test.services, by, answer) as Promise<{ itemId: string; documentId: string }>
async function copied(id: string) {
  const by = clinic.admin.caller()
  const { itemId, answer } = await begin(by, id)
  const { documentId } = await bring(by, answer)
  await test.services.jobs.drain()
  return { itemId, documentId }
}
const documentOf = async (documentId: string) =>
  (
    await test.db.asOwner('select state, reason, page_count from content_documents where file_id = $1', [
      documentId,
    ])
  )[0]

it('returns the browser to its editor, with the code in the fragment', async () => {
  const { itemId, target, answer } = await begin(clinic.admin.caller(), 'strong-knees-of-the-test')
  expect(target.pathname).toBe(`/content/${itemId}`)
  expect(target.hostname.split('.')[0]).toBe(clinic.admin.caller().clinic)
  expect(target.search).toBe('')
  expect(answer).toMatchObject({ code: expect.any(String), state: expect.any(String) })
})

// spec: B2.13 Google Slides are copied with words and notes
it('copies slides with their words and notes into own storage, drawn in three sizes', async () => {
  const { documentId } = await copied('strong-knees-of-the-test-3-slides')
  expect(await documentOf(documentId)).toEqual({ state: 'ready', reason: null, page_count: 3 })
  const pages = await test.db.asOwner<{ number: number; text: string; notes: string; widths: number[] }>(
    `select p.number, p.text, p.notes, p.width, p.height,
            array(select f.width from files f where f.id in (p.file_id, p.medium_file_id, p.small_file_id)
                   and f.media_type = 'image/webp' order by f.width desc) as widths
       from content_pages p where p.document_id = $1 order by p.number`,
    [documentId],
  )
  expect(pages).toHaveLength(3)
  expect(pages[1]).toEqual({
    number: 2,
    text: 'Strong knees, part 2\nBreathe out while you push',
    notes: 'Show part 2 yourself.',
    width: 1600,
    height: 900,
    widths: [1600, 800, 200],
  })
  const rows = await test.db.asOwner<{ all: string }>(
    'select string_agg(p::text, $2) as all from content_pages p where document_id = $1',
    [documentId, '|'],
  )
  expect(rows[0]?.all).not.toMatch(/https?:/)
  const [job] = await test.db.asOwner<{ data: object }>(
    "select data from jobs.job where name = 'content.draw-google-slides' order by created_on desc limit 1",
  )
  expect(JSON.stringify(job?.data)).not.toMatch(/refresh|access_token/)
  expect(google.asked.filter((path) => path === '/token')).not.toHaveLength(0)
})

it('is published as a PDF is; patients read neither notes nor ids', async () => {
  const by = clinic.admin.caller()
  const { itemId, documentId } = await copied('strong-knees-of-the-test-2-slides')
  const slide = (page: number) => ({
    kind: 'page',
    id: crypto.randomUUID(),
    documentId,
    page,
    notes: 'for us',
  })
  await saveContent.call(test.services, by, {
    itemId,
    version: 1,
    title: 'Strong knees',
    category: 'Exercise',
    description: '',
    coverFileId: null,
    body: { type: 'presentation', importing: null, slides: [slide(1), slide(2)], questions: [] },
  })
  await publishContent.call(test.services, by, { itemId, version: 2 })
  const patient = await aPatient(test.db, clinic)
  const seen = await test.services.transactions.withActor(patient.caller(), (tx) =>
    tx.selectFrom('content_pages').select('number').where('document_id', '=', documentId).execute(),
  )
  expect(seen.map(({ number }) => number).sort()).toEqual([1, 2])
  const read = test.services.transactions.withActor(patient.caller(), (tx) =>
    tx.selectFrom('content_pages').select('notes').execute(),
  )
  await expect(read).rejects.toThrow(/permission denied/)
})

describe('a return from Google', () => {
  it('is valid once, for the member who started it, in this clinic', async () => {
    const by = clinic.admin.caller()
    const { answer } = await begin(by, 'strong-knees-of-the-test-1-slides')
    const colleague = await aStaffMember(test.db, clinic)
    await expect(bring(colleague.caller(), answer)).rejects.toMatchObject({ code: 'slides_import_over' })
    await bring(by, answer)
    await expect(bring(by, answer)).rejects.toMatchObject({ code: 'slides_import_over' })
    const other = await aClinic(test.db)
    const { answer: further } = await begin(by, 'strong-knees-of-the-test-1-slides')
    await expect(bring(other.admin.caller(), further)).rejects.toMatchObject({ code: 'slides_import_over' })
    await test.services.jobs.drain()
  })

  it('reports that access was denied', async () => {
    const { answer } = await begin(clinic.admin.caller(), 'strong-knees-of-the-test', 'cancel')
    expect(answer).toBe('denied')
  })

  it.each(['', 'state=', 'state=AAAA&code=4/x', `state=${'A'.repeat(500)}&code=x`])(
    'leads nowhere for %j',
    async (query) => {
      const response = await returnFromGoogle(test.services)(
        new Request(`http://carefold.localhost:3000/hooks/google-slides?${query}`),
      )
      expect(response.status).toBe(400)
      expect(response.headers.get('location')).toBeNull()
    },
  )
})

describe('content that cannot be copied', () => {
  it.each([
    ['a presentation that is not shared', 'private-knees-of-the-test', () => undefined, 'not_shared'],
    ['more than 300 slides', 'strong-knees-of-the-test-301-slides', () => undefined, 'too_many_pages'],
    [
      'a picture that is none',
      'strong-knees-of-the-test',
      (path: string) => (path.startsWith('/pictures/') ? new Response('<svg/>') : undefined),
      'damaged',
    ],
    [
      'a picture elsewhere',
      'strong-knees-of-the-test',
      (path: string) =>
        path.endsWith('/thumbnail') || path.includes('/thumbnail?')
          ? Response.json({ contentUrl: 'http://169.254.169.254/' })
          : undefined,
      'unavailable',
    ],
    [
      'a Google that is busy for good',
      'strong-knees-of-the-test',
      (path: string) => (path.startsWith('/v1/') ? new Response('{}', { status: 429 }) : undefined),
      'unavailable',
    ],
  ])('%s is refused with its reason', async (_what, id, answer, reason) => {
    instead = answer
    const { documentId } = await copied(id)
    instead = () => undefined
    expect(await documentOf(documentId)).toEqual({ state: 'refused', reason, page_count: null })
    const pages = await test.db.asOwner('select 1 from content_pages where document_id = $1', [documentId])
    expect(pages).toEqual([])
  })
})

it('waits while Google is busy, and continues', async () => {
  waits.length = 0
  let refused = 0
  instead = (path) => {
    if (!path.includes('/p2/') || refused >= 2) return undefined
    refused += 1
    return new Response('{}', { status: 429 })
  }
  const { documentId } = await copied('strong-knees-of-the-test-2-slides')
  instead = () => undefined
  expect(await documentOf(documentId)).toMatchObject({ state: 'ready', page_count: 2 })
  expect(waits).toEqual([20_000, 20_000])
})

it('stores nothing when Google does not answer', async () => {
  const by = clinic.admin.caller()
  const { answer } = await begin(by, 'strong-knees-of-the-test')
  instead = (path) => (path === '/token' ? new Response('', { status: 503 }) : undefined)
  await expect(bring(by, answer)).rejects.toMatchObject({ code: 'slides_unavailable' })
  instead = () => undefined
})
