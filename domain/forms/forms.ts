/** Forms that patients fill in and sign (docs/decisions/0213). */

import type { HealthInformation } from '../profiles/health-information.ts'

export const fieldKinds = ['text', 'choice', 'date', 'scale', 'consent', 'health', 'heading'] as const
export type FieldKind = (typeof fieldKinds)[number]

export const occasions = ['request', 'joining', 'visit'] as const
export type Occasion = (typeof occasions)[number]

export const repetitions = ['once', 'yearly', 'every_visit'] as const
export type Repetition = (typeof repetitions)[number]

/** Per clinic. */
export const mostForms = 100
export const mostFields = 100
export const mostOptions = 30
export const longestAnswer = 4000
export const longestLabel = 2000
export const highestScale = 10

export interface FormField {
  id: string
  kind: FieldKind
  /** The question; of a consent its full text. */
  label: string
  /** Below the question. */
  hint: string
  isRequired: boolean
  /** Of a text: several lines. */
  isLong: boolean
  /** Of a choice: several can be chosen. */
  isMany: boolean
  /** Of a choice. */
  options: string[]
}

/** A consent is `yes` or empty, a scale `0` to `10`, a date `YYYY-MM-DD`. */
export type Answer = string | string[] | HealthInformation
/** By the ids of fields. */
export type Answers = Record<string, Answer>

export const agreed = 'yes'

export function isHealthAnswer(answer: Answer | undefined): answer is HealthInformation {
  return typeof answer === 'object' && !Array.isArray(answer)
}

export interface FormPdf {
  fileName: string
  base64: string
}

export interface SavedDraft {
  version: number
  savedAt: string
}
