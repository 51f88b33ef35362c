/** A lesson in a visit: slides that are shown, and what was understood (docs/domain-rules.md goal 5). */

import * as z from 'zod/mini'
import { mostQuestions, mostSlides } from '../content/slides.ts'

/** How a patient answered in their own words, as the team heard it. */
export const understandings = ['understood', 'partly', 'not_yet'] as const
export type Understanding = (typeof understandings)[number]

/** Input of `set-visit-lesson`: plans a published presentation for a visit, or takes it out again (null). */
export const setVisitLessonInput = z.object({
  appointmentId: z.uuid(),
  presentationId: z.nullable(z.uuid()),
})

/** Input of `show-slide`: which slide the room sees, from 1. */
export const showSlideInput = z.object({
  lessonId: z.uuid(),
  slide: z.int().check(z.gte(1), z.lte(mostSlides)),
})

/** Input of `finish-visit-lesson`: one answer for each question of the presentation, in their order. */
export const finishVisitLessonInput = z.object({
  lessonId: z.uuid(),
  answers: z.array(z.enum(understandings)).check(z.maxLength(mostQuestions)),
})

/** One question and its answer, as they stand on the visit. */
export interface LessonAnswer {
  question: string
  result: Understanding
}
