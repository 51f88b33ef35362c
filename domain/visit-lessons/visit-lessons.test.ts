import { expect, it } from 'vitest'
import { finishVisitLessonInput, showSlideInput } from './visit-lessons.ts'

const lessonId = '00000000-0000-4000-8000-000000000001'

it('a slide is a whole number from 1 to 300', () => {
  for (const slide of [0, 301, 1.5, Number.NaN, '1'])
    expect(showSlideInput.safeParse({ lessonId, slide }).success).toBe(false)
  expect(showSlideInput.safeParse({ lessonId, slide: 300 }).success).toBe(true)
})

it('an answer is one of three, for at most two questions', () => {
  expect(finishVisitLessonInput.safeParse({ lessonId, answers: ['understood', 'not_yet'] }).success).toBe(
    true,
  )
  expect(finishVisitLessonInput.safeParse({ lessonId, answers: ['perhaps'] }).success).toBe(false)
  expect(finishVisitLessonInput.safeParse({ lessonId, answers: Array(3).fill('partly') }).success).toBe(false)
})
