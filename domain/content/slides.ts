/** docs/specification.md B2.14, B3. */

import * as z from 'zod/mini'
import { contentTexts } from '../texts/content.ts'
import { storableText } from './article.ts'

const rules = contentTexts.validation

export const slideLayouts = ['title', 'text', 'picture', 'text-picture'] as const
export type SlideLayout = (typeof slideLayouts)[number]

/** The first is the specification's default. Text on the last is light. */
export const slideBackgrounds = ['#FFFFFF', '#F4EFE4', '#E2EEE8', '#1F3350'] as const
export type SlideBackground = (typeof slideBackgrounds)[number]

/** Of one presentation: equals the page limit of PDFs. */
export const mostSlides = 300

const words = (most: number) => z.string().check(z.overwrite(storableText), z.maxLength(most, rules.tooLong))
/** Preserves line ends. */
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

/** For the presenter, never for patients. */
const notes = lines(4_000)

/** A page of an imported PDF, or a written slide. Its id survives moves and edits. */
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
    /** One point a line. */
    text: lines(1_200),
    fileId: z.nullable(z.uuid()),
    alt: words(300),
    notes,
  }),
])
export type Slide = z.output<typeof slide>
export type WrittenSlide = Extract<Slide, { kind: 'written' }>

/** A teach-back question: the patient answers in their own words, and the team checks for `listenFor`. */
export const teachBackQuestion = z.object({ question: words(200), listenFor: words(300) })
export type TeachBackQuestion = z.output<typeof teachBackQuestion>

/** Per lesson. */
export const mostQuestions = 2

export const presentationShape = {
  /** A PDF whose pages become slides once rendered. */
  importing: z.nullable(z.uuid()),
  slides: z.array(slide).check(z.maxLength(mostSlides, rules.tooManySlides)),
  questions: z.array(teachBackQuestion).check(z.maxLength(mostQuestions)),
}

export interface PresentationParts {
  importing: string | null
  slides: Slide[]
  questions: TeachBackQuestion[]
}

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

export function hasPicture(layout: SlideLayout): boolean {
  return layout === 'picture' || layout === 'text-picture'
}

export function isEmptySlide({ heading, text, layout, fileId }: WrittenSlide): boolean {
  return heading.trim() === '' && text.trim() === '' && !(hasPicture(layout) && fileId)
}

export function movedSlide(slides: readonly Slide[], from: number, to: number): Slide[] {
  const moved = slides.toSpliced(from, 1)
  const one = slides[from]
  return one ? moved.toSpliced(Math.min(Math.max(to, 0), moved.length), 0, one) : [...slides]
}

/** @param notes of its pages, in order */
export interface ImportedPages {
  documentId: string
  pages: number
  notes?: readonly string[]
}

/** @param newId of each page */
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
 * A page inherits the id of the slide at its place, so that readers' progress remains, and its notes unless the page
 * has notes.
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

/** The id stays, and the notes unless the page has notes. */
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

/** Stored apart from what patients may read. */
export interface TeamNotes {
  /** By slide id. */
  slides: Record<string, string>
  /** In the order of the questions. */
  listenFor: string[]
}

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
