/** Forms that patients fill in and sign (docs/decisions/0213). */

import type { HealthInformation } from '../profiles/health-information.ts'

export const fieldKinds = [
  'text',
  'choice',
  'date',
  'scale',
  'file',
  'consent',
  'signature',
  'health',
  'heading',
] as const
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
/** Of each kind, in one form. */
export const mostFileFields = 5
export const mostSignatureFields = 5
/** Of one answer; as `app.copy_form_files` in db/migrations/0055_forms.sql. */
export const mostFiles = 5
/** After a form with files is withdrawn, for as long as it can be restored with them. */
export const withdrawnFilesDays = 30

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

export interface AnsweredFile {
  /** Of the uploaded file. */
  id: string
  name: string
  mediaType: string
  sizeBytes: number
  sha256: string
}

/** Written by the database when an upload is complete or a file is removed. */
export interface FileAnswer {
  files: AnsweredFile[]
}

/** Drawn as lines of points in a box (domain/forms/strokes.ts), or typed by users who cannot draw. */
export type SignatureAnswer = { strokes: number[][] } | { typed: string }

/** As users enter it. A consent is `yes` or empty, a scale `0` to `10`, a date `YYYY-MM-DD`. */
export type EnteredAnswer = string | string[] | HealthInformation | SignatureAnswer
export type Answer = EnteredAnswer | FileAnswer
/** By the ids of fields. */
export type Answers = Record<string, Answer>
export type EnteredAnswers = Record<string, EnteredAnswer>

export const agreed = 'yes'

export function isHealthAnswer(answer: Answer | undefined): answer is HealthInformation {
  return typeof answer === 'object' && 'allergies' in answer
}

export function isFileAnswer(answer: Answer | undefined): answer is FileAnswer {
  return typeof answer === 'object' && 'files' in answer
}

export function isSignature(answer: Answer | undefined): answer is SignatureAnswer {
  return typeof answer === 'object' && ('strokes' in answer || 'typed' in answer)
}

/** Without the files, which clients do not send. */
export function enteredAnswers(answers: Answers): EnteredAnswers {
  return Object.fromEntries(
    Object.entries(answers).flatMap(([id, answer]) => (isFileAnswer(answer) ? [] : [[id, answer]])),
  )
}

export interface FormPdf {
  fileName: string
  base64: string
}

export interface SavedDraft {
  version: number
  savedAt: string
}
