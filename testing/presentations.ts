import { randomUUID } from 'node:crypto'
import type { ContentBody } from '#domain/content/body.ts'
import { emptySlide, type Slide, type TeachBackQuestion, withPages } from '#domain/content/slides.ts'
import { aContentFile, aContentItem } from './content.ts'
import type { TestDatabase } from './database/database.ts'
import type { TestClinic } from './sign-in/people.ts'

type Clinic = Pick<TestClinic, 'id' | 'admin'>

/** A PDF with drawn pages, without the bytes: page n says "Page n". @returns the ids of the file and its pages */
export async function aDrawnPdf(
  db: TestDatabase,
  clinic: Clinic,
  pages: number,
): Promise<{ documentId: string; pageFileIds: string[] }> {
  const documentId = await aContentFile(db, clinic, { kind: 'content_pdf', isUsed: true })
  await db.asOwner(
    `insert into content_documents (clinic_id, file_id, state, page_count, created_at, updated_at)
     values ($1, $2, 'ready', $3, now(), now())`,
    [clinic.id, documentId, pages],
  )
  const pageFileIds: string[] = []
  for (let number = 1; number <= pages; number++) {
    const page = () => aContentFile(db, clinic, { kind: 'content_page' as never, isUsed: true })
    const files = [await page(), await page(), await page()]
    await db.asOwner(
      `insert into content_pages (clinic_id, document_id, number, file_id, medium_file_id, small_file_id, width, height, text)
       values ($1, $2, $3, $4, $5, $6, 1600, 900, $7)`,
      [clinic.id, documentId, number, ...files, `Page ${number}`],
    )
    pageFileIds.push(...files)
  }
  return { documentId, pageFileIds }
}

/** By default published: with the pages of a PDF, or of written slides. */
export async function aPresentation(
  db: TestDatabase,
  clinic: Clinic,
  options: {
    title?: string
    pages?: number
    slides?: Slide[]
    questions?: TeachBackQuestion[]
    status?: 'draft' | 'published' | 'archived'
    isFeatured?: boolean
  } = {},
): Promise<{ itemId: string; versionId: string | null; slides: Slide[]; documentId: string | null }> {
  const { title = 'Strong knees', pages = 0, questions = [], status = 'published' } = options
  const pdf = pages > 0 ? await aDrawnPdf(db, clinic, pages) : null
  const written = options.slides ?? [{ ...emptySlide(randomUUID(), 'title'), heading: title }]
  const slides = pdf ? withPages([], { documentId: pdf.documentId, pages }, randomUUID) : written
  const body: ContentBody = { type: 'presentation', importing: null, slides, questions }
  const { itemId, versionId } = await aContentItem(db, clinic, { title, body, status })
  if (pdf && versionId) {
    await db.asOwner('delete from content_version_files where version_id = $1', [versionId])
    for (const fileId of pdf.pageFileIds)
      await db.asOwner(
        'insert into content_version_files (clinic_id, version_id, file_id) values ($1, $2, $3)',
        [clinic.id, versionId, fileId],
      )
  }
  if (options.isFeatured)
    await db.asOwner('update content_items set is_featured = true where id = $1', [itemId])
  return { itemId, versionId, slides, documentId: pdf?.documentId ?? null }
}

export async function aVisitLesson(
  db: TestDatabase,
  clinic: Clinic,
  appointmentId: string,
  options: { presentation?: { itemId: string; versionId: string | null }; isStarted?: boolean } = {},
): Promise<{ lessonId: string; itemId: string }> {
  const { itemId, versionId } = options.presentation ?? (await aPresentation(db, clinic))
  const [lesson] = await db.asOwner<{ id: string }>(
    `insert into visit_lessons (clinic_id, appointment_id, patient_id, item_id, version_id, started_at, created_at, updated_at)
     select clinic_id, id, patient_id, $3, $4, case when $5 then timestamptz '2020-01-01' end, now(), now()
       from appointments where clinic_id = $1 and id = $2 returning id`,
    [clinic.id, appointmentId, itemId, versionId, options.isStarted ?? false],
  )
  if (!lesson) throw new Error('no lesson was made')
  return { lessonId: lesson.id, itemId }
}
