import * as z from 'zod/mini'
import { contentTexts } from '../texts/content.ts'
import { blocksOf, emptyDocument, plainText, storableText } from './article.ts'
import { articleDocument } from './document.ts'
import { isVideoId, videoProviderNames } from './embedded-video.ts'
import { hasPicture, isEmptySlide, presentationShape, type TeamNotes, withoutNotes } from './slides.ts'

const rules = contentTexts.validation

export const contentTypes = ['article', 'video', 'pdf', 'image', 'presentation'] as const
export type ContentType = (typeof contentTypes)[number]

export const contentFileKinds = [
  'content_picture',
  'content_video',
  'content_pdf',
  'content_captions',
] as const
export type ContentFileKind = (typeof contentFileKinds)[number]

const file = z.nullable(z.uuid())
const text = (most: number) => z.string().check(z.overwrite(storableText), z.maxLength(most, rules.tooLong))
/** Preserves line ends. */
const transcript = z.string().check(
  z.overwrite((written) =>
    written
      .split(/\r\n?|\n/)
      .map(storableText)
      .join('\n'),
  ),
  z.maxLength(60_000, rules.tooLong),
)

/** One shape for each type. A draft may lack what `missingIn` names. */
export const contentBody = z.discriminatedUnion('type', [
  z.object({ type: z.literal('article'), document: articleDocument }),
  z.object({
    type: z.literal('video'),
    fileId: file,
    embed: z._default(
      z.nullable(
        z
          .object({ provider: z.enum(videoProviderNames), id: z.string() })
          .check(z.refine(isVideoId, { error: rules.videoAddress })),
      ),
      null,
    ),
    captionsFileId: file,
    posterFileId: file,
    transcript,
    /** Measured by the browser; null before that. */
    durationSeconds: z.nullable(z.int().check(z.gte(1), z.lte(86_400))),
  }),
  z.object({ type: z.literal('pdf'), fileId: file }),
  z.object({ type: z.literal('image'), fileId: file, alt: text(300) }),
  z.object({ type: z.literal('presentation'), ...presentationShape }),
])
export type ContentBody = z.output<typeof contentBody>
export type BodyOf<Type extends ContentType> = Extract<ContentBody, { type: Type }>

export function emptyBody(type: ContentType): ContentBody {
  switch (type) {
    case 'article':
      return { type, document: emptyDocument }
    case 'video':
      return {
        type,
        fileId: null,
        embed: null,
        captionsFileId: null,
        posterFileId: null,
        transcript: '',
        durationSeconds: null,
      }
    case 'pdf':
      return { type, fileId: null }
    case 'image':
      return { type, fileId: null, alt: '' }
    case 'presentation':
      return { type, importing: null, slides: [], questions: [] }
  }
}

interface FileUse {
  fileId: string
  kind: ContentFileKind
  /** The field of `saveContentInput` that uses it. */
  path: string
}

function fileUses(body: ContentBody, coverFileId: string | null): FileUse[] {
  const uses: FileUse[] = []
  const add = (fileId: string | null | undefined, kind: ContentFileKind, path: string) => {
    if (fileId) uses.push({ fileId, kind, path })
  }
  add(coverFileId, 'content_picture', 'coverFileId')
  if (body.type === 'article') {
    for (const block of blocksOf(body.document)) {
      if (block.type === 'picture') add(block.attrs.fileId, 'content_picture', 'body.document')
      if (block.type === 'video') {
        add(block.attrs.fileId, 'content_video', 'body.document')
        add(block.attrs.captionsFileId, 'content_captions', 'body.document')
      }
    }
  }
  if (body.type === 'video') {
    add(body.fileId, 'content_video', 'body.fileId')
    add(body.captionsFileId, 'content_captions', 'body.captionsFileId')
    add(body.posterFileId, 'content_picture', 'body.posterFileId')
  }
  if (body.type === 'pdf') add(body.fileId, 'content_pdf', 'body.fileId')
  if (body.type === 'image') add(body.fileId, 'content_picture', 'body.fileId')
  if (body.type === 'presentation') {
    add(body.importing, 'content_pdf', 'body.importing')
    for (const [at, slide] of body.slides.entries()) {
      if (slide.kind === 'page') add(slide.documentId, 'content_pdf', `body.slides.${at}.documentId`)
      else if (hasPicture(slide.layout)) add(slide.fileId, 'content_picture', `body.slides.${at}.fileId`)
    }
  }
  return uses
}

export function filesIn(body: ContentBody, coverFileId: string | null): Map<string, ContentFileKind> {
  return new Map(fileUses(body, coverFileId).map(({ fileId, kind }) => [fileId, kind]))
}

export function fieldOfFile(body: ContentBody, coverFileId: string | null, fileId: string): string {
  return fileUses(body, coverFileId).find((use) => use.fileId === fileId)?.path ?? 'body'
}

/** Separates what patients may read from the team's notes. @returns `notes` null if there are none */
export function forPatients(body: ContentBody): { body: ContentBody; notes: TeamNotes | null } {
  return body.type === 'presentation' ? withoutNotes(body) : { body, notes: null }
}

/** The parts missing before publication, by field, in words. */
export function missingIn(body: ContentBody): { path: string; message: string }[] {
  const missing: { path: string; message: string }[] = []
  const require = (isThere: boolean, path: string, message: string) => {
    if (!isThere) missing.push({ path: `body.${path}`, message })
  }
  if (body.type === 'article') {
    const blocks = [...blocksOf(body.document)]
    const pictures = blocks.filter((block) => block.type === 'picture')
    const isEmpty =
      plainText(body.document) === '' && !blocks.some(({ type }) => type === 'picture' || type === 'video')
    require(!isEmpty, 'document', rules.emptyArticle)
    require(pictures.every(({ attrs }) => attrs.alt.trim() !== ''), 'document', rules.pictureAlt)
  } else if (body.type === 'presentation') {
    require(body.slides.length > 0, 'slides', rules.noSlides)
    require(body.importing === null, 'slides', rules.stillImporting)
    const isBlank = body.slides.some((slide) => slide.kind === 'written' && isEmptySlide(slide))
    require(!isBlank, 'slides', rules.emptySlide)
    const pictured = body.slides.filter((slide) => slide.kind === 'written' && hasPicture(slide.layout))
    for (const slide of pictured as Extract<(typeof body.slides)[number], { kind: 'written' }>[]) {
      require(slide.fileId !== null, 'slides', rules.slidePicture)
      if (slide.fileId) require(slide.alt.trim() !== '', 'slides', rules.slideAlt)
    }
    require(body.questions.every(({ question }) => question.trim() !== ''), 'questions', rules.emptyQuestion)
  } else {
    const isEmbedded = body.type === 'video' && Boolean(body.embed)
    require(body.fileId !== null || isEmbedded, 'fileId', rules.missingFile[body.type])
  }
  if (body.type === 'image') require(body.alt.trim() !== '', 'alt', rules.alt)
  return missing
}

/** For plain text about health. */
const wordsPerMinute = 200

const slidesPerMinute = 2

/** Whole minutes, at least one; 0 for a video of unknown length. */
export function readMinutes(body: ContentBody): number {
  if (body.type === 'article') {
    const words = plainText(body.document).split(/\s+/).filter(Boolean).length
    return Math.max(1, Math.ceil(words / wordsPerMinute))
  }
  if (body.type === 'video') {
    const { durationSeconds } = body
    return durationSeconds === null ? 0 : Math.max(1, Math.round(durationSeconds / 60))
  }
  if (body.type === 'presentation') return Math.max(1, Math.ceil(body.slides.length / slidesPerMinute))
  return 1
}
