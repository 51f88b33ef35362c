import { expect, it } from 'vitest'
import { contentBody, filesIn, forPatients, missingIn, readMinutes } from './body.ts'
import { emptySlide, movedSlide, replacedPages, replacedSlide, type Slide, withPages } from './slides.ts'

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const presentation = (slides: Slide[], more: object = {}) => ({
  type: 'presentation' as const,
  importing: null,
  slides,
  questions: [],
  ...more,
})
const counter = (from = 100) => {
  let last = from
  return () => id(++last)
}

it('moves slides, and not beyond the ends', () => {
  const slides = [1, 2, 3].map((number) => emptySlide(id(number), 'text'))
  const order = (moved: Slide[]) => moved.map((slide) => Number(slide.id.slice(-1)))
  expect(order(movedSlide(slides, 0, 1))).toEqual([2, 1, 3])
  expect(order(movedSlide(slides, 2, 0))).toEqual([3, 1, 2])
  expect(order(movedSlide(slides, 0, 9))).toEqual([2, 3, 1])
  expect(order(movedSlide(slides, 0, -1))).toEqual([1, 2, 3])
})

it('pages of a PDF become slides, 300 at most', () => {
  const written = emptySlide(id(1), 'title')
  expect(withPages([written], { documentId: id(9), pages: 2 }, counter()).map(({ kind }) => kind)).toEqual([
    'written',
    'page',
    'page',
  ])
  expect(withPages([written], { documentId: id(9), pages: 300 }, counter())).toHaveLength(300)
})

it('replaced slides inherit id and notes of their place', () => {
  const before = [{ ...emptySlide(id(1), 'text'), notes: 'slowly' }]
  expect(replacedPages(before, { documentId: id(9), pages: 2 }, counter())).toEqual([
    { kind: 'page', id: id(1), documentId: id(9), page: 1, notes: 'slowly' },
    { kind: 'page', id: id(102), documentId: id(9), page: 2, notes: '' },
  ])
})

it('lists the files that its slides show', () => {
  const slides: Slide[] = [
    ...withPages([], { documentId: id(9), pages: 2 }, counter()),
    { ...emptySlide(id(1), 'picture'), fileId: id(8) },
    // This layout has no picture.
    { ...emptySlide(id(2), 'text'), fileId: id(7) },
  ]
  expect([...filesIn(presentation(slides, { importing: id(6) }), null)]).toEqual([
    [id(6), 'content_pdf'],
    [id(9), 'content_pdf'],
    [id(8), 'content_picture'],
  ])
  expect(readMinutes(presentation(slides))).toBe(2)
})

it.each([
  ['no slide', [], {}, 'Add a slide first.'],
  [
    'a PDF on its way',
    [emptySlide(id(1), 'text')],
    { importing: id(9) },
    'The pages of the PDF are still being prepared.',
  ],
  ['an empty slide', [emptySlide(id(1), 'text')], {}, 'Write something on each slide, or remove it.'],
  ['no picture', [emptySlide(id(1), 'picture')], {}, 'Add a picture to each slide with a picture layout.'],
  [
    'no description',
    [{ ...emptySlide(id(1), 'picture'), fileId: id(8) }],
    {},
    'Describe the picture on each slide.',
  ],
  [
    'an empty question',
    [emptySlide(id(1), 'text')],
    { questions: [{ question: ' ', listenFor: '' }] },
    'Write each question, or remove it.',
  ],
])('%s cannot be published', (_name, slides, more, message) => {
  expect(missingIn(presentation(slides as Slide[], more))).toContainEqual(
    expect.objectContaining({ message }),
  )
})

it('hides notes and expected answers from patients', () => {
  const slides = [{ ...emptySlide(id(1), 'text'), notes: 'ask about the knee' }]
  const { body, notes } = forPatients(
    presentation(slides, { questions: [{ question: 'What first?', listenFor: 'calls us' }] }),
  )
  expect(JSON.stringify(body)).not.toMatch(/knee|calls us/)
  expect(notes).toEqual({ slides: { [id(1)]: 'ask about the knee' }, listenFor: ['calls us'] })
  expect(forPatients({ type: 'image', fileId: null, alt: '' }).notes).toBeNull()
})

it.each([
  ['a third question', { questions: Array(3).fill({ question: 'a', listenFor: '' }) }],
  ['a color of somebody’s own', { slides: [{ ...emptySlide(id(1), 'text'), background: 'url(//x)' }] }],
  ['301 slides', { slides: Array.from({ length: 301 }, (_, at) => emptySlide(id(at), 'text')) }],
  ['an unknown layout', { slides: [{ ...emptySlide(id(1), 'text'), layout: '<x>' }] }],
])('refuses %s', (_name, more) => {
  expect(contentBody.safeParse(presentation([], more)).success).toBe(false)
})

it('replaces one slide with one page of a document, and preserves its id and notes', () => {
  const slides: Slide[] = [
    { ...emptySlide(id(1), 'text'), notes: 'Ask first' },
    { ...emptySlide(id(2), 'text'), notes: 'Then show' },
  ]
  const imported = { documentId: id(9), pages: 3 }
  expect(replacedSlide(slides, id(2), imported, 3)).toEqual([
    slides[0],
    { kind: 'page', id: id(2), documentId: id(9), page: 3, notes: 'Then show' },
  ])
  const noted = { ...imported, notes: ['', '', 'Brought along'] }
  expect(replacedSlide(slides, id(2), noted, 3)[1]).toMatchObject({ notes: 'Brought along' })
})
