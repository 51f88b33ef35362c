/** A lesson during a visit (docs/domain-rules.md goal 5). */

import * as z from 'zod/mini'
import { mostQuestions, mostSlides } from '../content/slides.ts'

/** The team's assessment of a patient's own words. */
export const understandings = ['understood', 'partly', 'not_yet'] as const
export type Understanding = (typeof understandings)[number]

/** Assigns a published presentation to a visit; null removes it. */
export const setVisitLessonInput = z.object({
  appointmentId: z.uuid(),
  presentationId: z.nullable(z.uuid()),
})

/** The slide in the room, from 1. */
export const showSlideInput = z.object({
  lessonId: z.uuid(),
  slide: z.int().check(z.gte(1), z.lte(mostSlides)),
})

/** In the order of the questions. */
export const finishVisitLessonInput = z.object({
  lessonId: z.uuid(),
  answers: z.array(z.enum(understandings)).check(z.maxLength(mostQuestions)),
})

export interface LessonAnswer {
  question: string
  result: Understanding
}
