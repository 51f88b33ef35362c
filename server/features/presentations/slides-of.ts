import type { ContentBody } from '#domain/content/body.ts'
import { hasPicture, type Slide, type WrittenSlide } from '#domain/content/slides.ts'
import { contentPath, learnPath, wardLessonPath, withQuery } from '#domain/paths.ts'
import { googleEmbedAddress } from '#domain/presentations/google-slides.ts'
import {
  distinctUrls,
  type PresentationObject,
  type SlideElement,
  type SlideObject,
  type ThumbnailSize,
} from '#domain/presentations/presentations.ts'
import type { ClinicCtx } from '#server/clinic/action.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'

export interface SeenPresentation {
  itemId: string
  title: string
  slides: readonly Slide[]
  /** Only published content is featured. */
  isFeatured: boolean
  isPublished: boolean
}

export interface SeenPage {
  fileIds: Record<ThumbnailSize, string>
  text: string
  /** The provider's embed address, on installations that allow it. */
  frame: string | null
}

/** Pages of readable documents, by `document page`. Not `asSystem`, because row-level security decides. */
export async function pagesOf(
  tx: Tx,
  ctx: ClinicCtx,
  slides: readonly Slide[],
): Promise<ReadonlyMap<string, SeenPage>> {
  const pages = slides.filter((slide) => slide.kind === 'page')
  if (pages.length === 0) return new Map()
  const rows = await tx
    .selectFrom('content_pages')
    .select(['document_id', 'number', 'file_id', 'medium_file_id', 'small_file_id', 'text'])
    .where('clinic_id', '=', ctx.clinicId)
    .where('document_id', 'in', [...new Set(pages.map(({ documentId }) => documentId))])
    .where('number', 'in', [...new Set(pages.map(({ page }) => page))])
    .execute()
  const frames = await framesOf(tx, ctx, rows)
  return new Map(
    rows.map((row) => [
      pageKey(row.document_id, row.number),
      {
        fileIds: { LARGE: row.file_id, MEDIUM: row.medium_file_id, SMALL: row.small_file_id },
        text: row.text,
        frame: frames.get(pageKey(row.document_id, row.number)) ?? null,
      },
    ]),
  )
}

/** Google's embed addresses of copied slides, where `EMBED_SLIDES` allows them. */
async function framesOf(
  tx: Tx,
  { clinicId, config }: ClinicCtx,
  pages: readonly { document_id: string; number: number }[],
): Promise<ReadonlyMap<string, string>> {
  if (!config.slideFrames.includes('google') || pages.length === 0) return new Map()
  // of readable pages; clients have no grant on the ids at Google
  const rows = await asSystem(tx, () =>
    tx
      .selectFrom('content_pages as p')
      .innerJoin('content_documents as d', (join) =>
        join.onRef('d.clinic_id', '=', 'p.clinic_id').onRef('d.file_id', '=', 'p.document_id'),
      )
      .select(['p.document_id', 'p.number', 'p.external_id as page', 'd.external_id as presentation'])
      .where('p.clinic_id', '=', clinicId)
      .where('p.document_id', 'in', [...new Set(pages.map((each) => each.document_id))])
      .where('p.number', 'in', [...new Set(pages.map(({ number }) => number))])
      .execute(),
  )
  return new Map(
    rows.flatMap(({ document_id, number, page, presentation }) =>
      page && presentation ? [[pageKey(document_id, number), googleEmbedAddress(presentation, page)]] : [],
    ),
  )
}

export function pageKey(documentId: string, page: number): string {
  return `${documentId} ${page}`
}

export function slidesIn(body: unknown): readonly Slide[] {
  const { type, slides } = body as Extract<ContentBody, { type: 'presentation' }>
  return type === 'presentation' ? slides : []
}

/** A slide as clients read it (docs/specification.md B3). */
export function slideObject(
  ctx: ClinicCtx,
  presentationId: string,
  slide: Slide,
  number: number,
  pages: ReadonlyMap<string, SeenPage>,
  size: ThumbnailSize,
): SlideObject {
  const link = (fileId: string) => ctx.files.link(ctx.caller, fileId)
  const base = { id: slide.id, embedUrl: embedUrl(ctx, presentationId, number) }
  if (slide.kind === 'written') {
    return {
      ...base,
      thumbnailUrl: '',
      exportUrl: '',
      alternativeUrls: [],
      content: {
        elements: writtenElements(slide, link),
        backgroundColor: slide.background,
        layoutType: slide.layout,
      },
    }
  }
  const page = pages.get(pageKey(slide.documentId, slide.page))
  const thumbnailUrl = page ? link(page.fileIds[size]) : ''
  const exportUrl = page ? link(page.fileIds.LARGE) : ''
  const text = page?.text.trim() ?? ''
  return {
    ...base,
    ...(page?.frame && { embedUrl: page.frame }),
    thumbnailUrl,
    exportUrl,
    alternativeUrls: distinctUrls(thumbnailUrl, exportUrl),
    content: {
      elements: text === '' ? [] : [{ type: 'text', text }],
      backgroundColor: '#FFFFFF',
      layoutType: 'default',
    },
  }
}

function writtenElements(slide: WrittenSlide, link: (fileId: string) => string): SlideElement[] {
  const elements: SlideElement[] = []
  if (slide.heading.trim()) elements.push({ type: 'heading', text: slide.heading })
  if (slide.text.trim()) elements.push({ type: 'text', text: slide.text })
  if (hasPicture(slide.layout) && slide.fileId)
    elements.push({ type: 'image', url: link(slide.fileId), alt: slide.alt })
  return elements
}

export function presentationObject(
  ctx: ClinicCtx,
  { itemId, title, slides, isPublished }: SeenPresentation,
  pages: ReadonlyMap<string, SeenPage>,
): PresentationObject {
  const first = slides[0] && slideObject(ctx, itemId, slides[0], 1, pages, 'MEDIUM')
  return {
    id: itemId,
    title,
    embedUrl: embedUrl(ctx, itemId, 1),
    thumbnailUrl: first?.thumbnailUrl ?? '',
    exportUrl: first?.exportUrl ?? '',
    alternativeUrls: first?.alternativeUrls ?? [],
    slideNumber: 1,
    slideCount: slides.length,
    isPublished,
  }
}

/**
 * The slide's page in this app: the Learning Center for patients, the ward's page for guardians, the preview for the
 * team.
 */
function embedUrl({ actor, caller }: ClinicCtx, itemId: string, number: number): string {
  if (actor.guardianAccess)
    return withQuery(wardLessonPath(caller.guardianship ?? '', itemId), { slide: String(number) })
  return actor.databaseRole === 'clinic_patient'
    ? withQuery(learnPath(itemId), { slide: String(number) })
    : withQuery(contentPath(itemId), { preview: 'yes', slide: String(number) })
}
