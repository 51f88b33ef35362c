import { expect, it } from 'vitest'
import { emptyBody } from '#domain/content/body.ts'
import { emptySlide } from '#domain/content/slides.ts'
import { contentTexts } from '#domain/texts/content.ts'
import type { Writing } from './autosave.ts'
import { problemsWithin, writingProblems } from './writing-problems.ts'

const rules = contentTexts.validation
const itemId = '0197a3f0-0000-4000-8000-000000000001'
const problems = (changes: Partial<Writing>) =>
  writingProblems(itemId, {
    title: 'Sleep',
    category: 'Wellness',
    description: '',
    coverFileId: null,
    body: emptyBody('article'),
    ...changes,
  })

it('each field shows its own error', () => {
  expect(problems({})).toEqual({})
  expect(problems({ title: 'x'.repeat(121), description: 'x'.repeat(301), category: '' })).toEqual({
    title: rules.titleLong,
    description: rules.descriptionLong,
    category: rules.category,
  })
  expect(problems({ body: { type: 'image', fileId: null, alt: 'x'.repeat(301) } })).toEqual({
    'body.alt': rules.tooLong,
  })
})

it('the text too, and the slide of the error', () => {
  const paragraph = {
    type: 'paragraph' as const,
    content: [{ type: 'text' as const, text: 'x'.repeat(200_001) }],
  }
  expect(problems({ body: { type: 'article', document: { type: 'doc', content: [paragraph] } } })).toEqual({
    'body.document': rules.tooLong,
  })
  const long = { ...emptySlide(itemId, 'text'), heading: 'x'.repeat(121) }
  const found = problems({
    body: { ...emptyBody('presentation'), slides: [emptySlide(itemId, 'title'), long] } as Writing['body'],
  })
  expect(found).toEqual({ 'body.slides.1.heading': rules.tooLong })
  expect(problemsWithin(problemsWithin(found, 'body'), 'slides.1')).toEqual({ heading: rules.tooLong })
  expect(problemsWithin(problemsWithin(found, 'body'), 'slides.10')).toEqual({})
})
