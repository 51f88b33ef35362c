/** The slides of a presentation, as its team writes them (docs/specification.md B2.14, B3). */

import * as z from 'zod/mini'
import { contentTexts } from '../texts/content.ts'
import { storableText } from './article.ts'

const rules = contentTexts.validation

/** How a written slide is laid out. */
export const slideLayouts = ['title', 'text', 'picture', 'text-picture'] as const
export type SlideLayout = (typeof slideLayouts)[number]

/** The colors of written slides; the first is the specification's default. Text on the last is light. */
export const slideBackgrounds = ['#FFFFFF', '#F4EFE4', '#E2EEE8', '#1F3350'] as const
export type SlideBackground = (typeof slideBackgrounds)[number]

/** Of one presentation: as many as a PDF may have pages. */
export const mostSlides = 300

const words = (most: number) => z.string().check(z.overwrite(storableText), z.maxLength(most, rules.tooLong))
/** Keeps its lines. */
const lines = (most: number) =>
  z.string().check(
    z.overwrite((text) =>
      text
        .split(/\r\n?|\n/)
        .map(storableText)
        .join('\n'),
    ),
    z.maxLength(most, rules.tooLong),
  )

/** For whoever shows the slide, never for patients. */
const notes = lines(4_000)

/** One slide: a page of an imported PDF, or written here. Its id stays while it is moved and rewritten. */
export const slide = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('page'),
    id: z.uuid(),
    documentId: z.uuid(),
    page: z.int().check(z.gte(1), z.lte(mostSlides)),
    notes,
  }),
  z.object({
    kind: z.literal('written'),
    id: z.uuid(),
    layout: z.enum(slideLayouts),
    background: z.enum(slideBackgrounds),
    heading: words(120),
    /** one point a line */
    text: lines(1_200),
    fileId: z.nullable(z.uuid()),
    alt: words(300),
    notes,
  }),
])
export type Slide = z.output<typeof slide>
export type WrittenSlide = Extract<Slide, { kind: 'written' }>

/** A question that closes a lesson: the patient says it in their own words, the team listens for what matters. */
export const teachBackQuestion = z.object({ question: words(200), listenFor: words(300) })
export type TeachBackQuestion = z.output<typeof teachBackQuestion>

/** A lesson is closed by two. */
export const mostQuestions = 2

/** The parts of a presentation's body besides its type. */
export const presentationShape = {
  /** A PDF whose pages become slides as soon as they are drawn. */
  importing: z.nullable(z.uuid()),
  slides: z.array(slide).check(z.maxLength(mostSlides, rules.tooManySlides)),
  questions: z.array(teachBackQuestion).check(z.maxLength(mostQuestions)),
}

export interface PresentationParts {
  importing: string | null
  slides: Slide[]
  questions: TeachBackQuestion[]
}

/** A new slide of this layout. */
export function emptySlide(id: string, layout: SlideLayout): WrittenSlide {
  return {
    kind: 'written',
    id,
    layout,
    background: slideBackgrounds[0],
    heading: '',
    text: '',
    fileId: null,
    alt: '',
    notes: '',
  }
}

/** Whether a layout has a picture. */
export function hasPicture(layout: SlideLayout): boolean {
  return layout === 'picture' || layout === 'text-picture'
}

/** Whether nothing is on a slide. */
export function isEmptySlide({ heading, text, layout, fileId }: WrittenSlide): boolean {
  return heading.trim() === '' && text.trim() === '' && !(hasPicture(layout) && fileId)
}

/** A slide at another place. */
export function movedSlide(slides: readonly Slide[], from: number, to: number): Slide[] {
  const moved = slides.toSpliced(from, 1)
  const one = slides[from]
  return one ? moved.toSpliced(Math.min(Math.max(to, 0), moved.length), 0, one) : [...slides]
}

/** A drawn document, to become slides. @param notes that came with its pages, in their order */
export interface ImportedPages {
  documentId: string
  pages: number
  notes?: readonly string[]
}

/** The pages of a document as further slides. @param newId of each */
export function withPages(
  slides: readonly Slide[],
  { documentId, pages, notes = [] }: ImportedPages,
  newId: () => string,
): Slide[] {
  const added = Array.from({ length: pages }, (_, at) => ({
    kind: 'page' as const,
    id: newId(),
    documentId,
    page: at + 1,
    notes: notes[at] ?? '',
  }))
  return [...slides, ...added].slice(0, mostSlides)
}

/**
 * The pages of a document in the place of all slides: a page takes over the id of the slide that was at its place, so that who
 * had got there stays there, and its notes unless it brings its own.
 */
export function replacedPages(
  slides: readonly Slide[],
  imported: ImportedPages,
  newId: () => string,
): Slide[] {
  return withPages([], imported, newId).map((page, at) => {
    const before = slides[at]
    return before ? { ...page, id: before.id, notes: page.notes || before.notes } : page
  })
}

/** One page of a document in the place of one slide, which keeps its id, and its notes unless the page brings its own. */
export function replacedSlide(
  slides: readonly Slide[],
  slideId: string,
  { documentId, notes = [] }: ImportedPages,
  page: number,
): Slide[] {
  return slides.map((each) =>
    each.id === slideId
      ? { kind: 'page', id: slideId, documentId, page, notes: notes[page - 1] || each.notes }
      : each,
  )
}

/** What is for the team alone: it is kept apart from what patients may read. */
export interface TeamNotes {
  /** by slide id */
  slides: Record<string, string>
  /** in the order of the questions */
  listenFor: string[]
}

/** Takes out of a presentation what is for the team alone. */
export function withoutNotes<Parts extends PresentationParts>(
  parts: Parts,
): { body: Parts; notes: TeamNotes } {
  return {
    body: {
      ...parts,
      importing: null,
      slides: parts.slides.map((each) => ({ ...each, notes: '' })),
      questions: parts.questions.map(({ question }) => ({ question, listenFor: '' })),
    },
    notes: {
      slides: Object.fromEntries(
        parts.slides.filter((each) => each.notes.trim() !== '').map((each) => [each.id, each.notes]),
      ),
      listenFor: parts.questions.map(({ listenFor }) => listenFor),
    },
  }
}
