import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { emptySlide, type Slide } from '#domain/content/slides.ts'
import type { PresentationSlides } from '#domain/presentations/presentations.ts'
import { publishContent } from '#server/features/content/publish-content.ts'
import { saveContent } from '#server/features/content/save-content.ts'
import type { Caller } from '#server/platform/database/transactions.ts'
import { anAssignment } from '#testing/assignments.ts'
import { aContentItem } from '#testing/content.ts'
import { aChild, aGuardian } from '#testing/guardians.ts'
import { aDrawnPdf, aPresentation } from '#testing/presentations.ts'
import { setUpClinic } from '#testing/set-up.ts'
import { aPatient } from '#testing/sign-in/people.ts'
import { getPresentationSlides } from './get-presentation-slides.ts'

const { test, clinic } = await setUpClinic()
const patient = await aPatient(test.db, clinic)

const slidesOf = async (by: Caller, presentationId: string, thumbnailSize?: string) =>
  (await getPresentationSlides.call(test.services, by, {
    presentationId,
    ...(thumbnailSize && { thumbnailSize }),
  })) as PresentationSlides
const fileIn = (url: string) => url.match(/files\/v1\/([^?]+)/)?.[1]

// spec: B7 get-presentation-slides answers in the specified shape
it('returns drawn pages in the specified shape, LARGE by default', async () => {
  const { itemId, slides } = await aPresentation(test.db, clinic, { pages: 2 })
  const answer = await slidesOf(patient.caller(), itemId)
  expect(answer).toEqual({
    success: true,
    presentationId: itemId,
    title: 'Strong knees',
    slides: slides.map(({ id }, at) => ({
      id,
      thumbnailUrl: expect.stringMatching(/^\/files\/v1\//),
      exportUrl: expect.stringMatching(/^\/files\/v1\//),
      embedUrl: `/learn/${itemId}?slide=${at + 1}`,
      alternativeUrls: [expect.any(String)],
      content: {
        elements: [{ type: 'text', text: `Page ${at + 1}` }],
        backgroundColor: '#FFFFFF',
        layoutType: 'default',
      },
    })),
  })
  const [large] = answer.slides
  const [small] = (await slidesOf(patient.caller(), itemId, 'SMALL')).slides
  expect(fileIn(small?.exportUrl ?? '')).toBe(fileIn(large?.thumbnailUrl ?? ''))
  expect(fileIn(small?.thumbnailUrl ?? '')).not.toBe(fileIn(large?.thumbnailUrl ?? ''))
  expect(small?.alternativeUrls).toHaveLength(2)
})

it('returns written slides as elements, without the notes of the team', async () => {
  const slide: Slide = {
    ...emptySlide(randomUUID(), 'text'),
    background: '#1F3350',
    heading: 'Before you begin',
    text: 'Warm up\nBreathe',
    notes: 'Ask about her left knee',
  }
  const { itemId } = await aPresentation(test.db, clinic, { slides: [slide], status: 'draft' })
  const answer = await slidesOf(clinic.admin.caller(), itemId)
  expect(answer.slides).toEqual([
    {
      id: slide.id,
      thumbnailUrl: '',
      exportUrl: '',
      embedUrl: `/content/${itemId}?preview=yes&slide=1`,
      alternativeUrls: [],
      content: {
        elements: [
          { type: 'heading', text: 'Before you begin' },
          { type: 'text', text: 'Warm up\nBreathe' },
        ],
        backgroundColor: '#1F3350',
        layoutType: 'text',
      },
    },
  ])
  expect(JSON.stringify(answer)).not.toContain('left knee')
})

it('gives patients neither notes nor excluded pages of a published one, and both sizes of the others', async () => {
  const admin = clinic.admin.caller()
  const { documentId, pageFileIds } = await aDrawnPdf(test.db, clinic, 3)
  const page = (number: number): Slide => ({
    kind: 'page',
    id: randomUUID(),
    documentId,
    page: number,
    notes: `for the team ${number}`,
  })
  const { itemId } = await aPresentation(test.db, clinic, { slides: [], status: 'draft' })
  const questions = [{ question: 'What will you do first?', listenFor: 'calls us' }]
  await saveContent.call(test.services, admin, {
    itemId,
    version: 1,
    title: 'Strong knees',
    category: 'Wellness',
    description: '',
    coverFileId: null,
    body: { type: 'presentation', importing: null, slides: [page(3), page(1)], questions },
  })
  await publishContent.call(test.services, admin, { itemId, version: 2 })

  const { slides } = await slidesOf(patient.caller(), itemId)
  expect(slides.map(({ content }) => content.elements)).toEqual([
    [{ type: 'text', text: 'Page 3' }],
    [{ type: 'text', text: 'Page 1' }],
  ])
  const [version, files, pages] = await test.services.transactions.withActor(patient.caller(), (tx) =>
    Promise.all([
      tx.selectFrom('content_versions').select('body').where('item_id', '=', itemId).executeTakeFirst(),
      tx
        .selectFrom('files')
        .select('id')
        .where('id', 'in', [documentId, ...pageFileIds])
        .execute(),
      tx.selectFrom('content_pages').select('number').where('document_id', '=', documentId).execute(),
    ]),
  )
  expect(JSON.stringify(version)).not.toMatch(/for the team|calls us/)
  expect(JSON.stringify(version)).toContain('What will you do first?')
  expect(pages.map(({ number }) => number).sort()).toEqual([1, 3])
  expect(files).toHaveLength(6)
  expect(files.map(({ id }) => id)).not.toContain(documentId)
  const [kept] = await test.db.asOwner('select team_notes from content_versions where item_id = $1', [itemId])
  expect(JSON.stringify(kept)).toMatch(/for the team 3.*calls us/)
  await expect(
    test.services.transactions.withActor(patient.caller(), (tx) =>
      tx.selectFrom('content_versions').select('team_notes').execute(),
    ),
  ).rejects.toThrow('permission denied')
})

// spec: B5 Slides need a presentation’s id
it('answers "Presentation ID is required" without one', async () => {
  await expect(slidesOf(patient.caller(), '')).rejects.toMatchObject({
    code: 'invalid_input',
    fields: [expect.objectContaining({ message: 'Presentation ID is required' })],
  })
  await expect(getPresentationSlides.call(test.services, patient.caller(), {})).rejects.toMatchObject({
    fields: [expect.objectContaining({ message: 'Presentation ID is required' })],
  })
})

it('refuses an article', async () => {
  const { itemId } = await aContentItem(test.db, clinic, { status: 'published' })
  await expect(slidesOf(patient.caller(), itemId)).rejects.toMatchObject({ code: 'not_found' })
})

it('gives a guardian with full access the presentations assigned to their ward only', async () => {
  const child = await aChild(test.db, clinic)
  const { itemId, versionId, slides } = await aPresentation(test.db, clinic, { pages: 2 })
  const other = await aPresentation(test.db, clinic, { pages: 1 })
  await anAssignment(test.db, clinic, child, { item: { itemId, versionId } })
  const guardian = await aGuardian(test.db, clinic, { patientId: child.patientId })
  const limited = await aGuardian(test.db, clinic, { patientId: child.patientId, access: 'limited' })
  const answer = await slidesOf(guardian.caller, itemId)
  expect(answer.slides).toHaveLength(slides.length)
  const [first] = answer.slides
  expect(first?.thumbnailUrl).toMatch(/^\/files\/v1\//)
  expect(first?.embedUrl).toBe(`/family/${guardian.guardianshipId}/lessons/${itemId}?slide=1`)
  await expect(slidesOf(guardian.caller, other.itemId)).rejects.toMatchObject({ code: 'not_found' })
  await expect(slidesOf(limited.caller, itemId)).rejects.toMatchObject({ code: 'not_allowed' })
  await expect(slidesOf(guardian.person.caller(clinic), itemId)).rejects.toMatchObject({
    code: 'not_allowed',
  })
})
