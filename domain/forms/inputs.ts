import * as z from 'zod/mini'
import { storableText } from '../content/article.ts'
import { healthInformationForm, healthInformationInput } from '../profiles/health-information.ts'
import { formTexts } from '../texts/forms.ts'
import { calendarDate } from '../values/calendar-date.ts'
import { onOneLine } from '../values/one-line.ts'
import type { CountryCode } from '../values/phones.ts'
import { seenVersion } from '../versions.ts'
import {
  type Answer,
  type Answers,
  agreed,
  type FieldKind,
  type FormField,
  fieldKinds,
  highestScale,
  isFileAnswer,
  isHealthAnswer,
  isSignature,
  longestAnswer,
  longestLabel,
  mostFields,
  mostFileFields,
  mostOptions,
  mostSignatureFields,
  occasions,
  repetitions,
} from './forms.ts'
import { mostPoints, mostStrokes, signatureBox } from './strokes.ts'

const rules = formTexts.validation

const line = (longest: number) => z.string().check(onOneLine(), z.maxLength(longest, rules.tooLong(longest)))
const storableLines = (text: string) => text.split(/\r?\n/).map(storableText).join('\n').trim()
const lines = (longest: number) =>
  z.string().check(z.overwrite(storableLines), z.maxLength(longest, rules.tooLong(longest)))

const field = z
  .object({
    id: z.uuid(),
    kind: z.enum(fieldKinds),
    label: lines(longestLabel).check(z.minLength(1, rules.labelMissing)),
    hint: line(300),
    isRequired: z.boolean(),
    isLong: z.boolean(),
    isMany: z.boolean(),
    options: z.array(line(120).check(z.minLength(1, rules.optionEmpty))).check(
      z.maxLength(mostOptions, rules.optionsMany(mostOptions)),
      z.refine((options) => new Set(options).size === options.length, rules.optionsTwice),
    ),
  })
  .check(
    z.refine(({ kind, options }) => kind !== 'choice' || options.length >= 2, {
      error: rules.optionsFew,
      path: ['options'],
    }),
  )

const fields = z.array(field).check(
  z.minLength(1, rules.fieldsMissing),
  z.maxLength(mostFields, rules.fieldsMany(mostFields)),
  z.refine((all) => new Set(all.map(({ id }) => id)).size === all.length, rules.fieldsMany(mostFields)),
  z.refine((all) => all.filter(({ kind }) => kind === 'health').length <= 1, rules.healthTwice),
  z.refine(
    (all) => all.filter(({ kind }) => kind === 'file').length <= mostFileFields,
    rules.filesMany(mostFileFields),
  ),
  z.refine(
    (all) => all.filter(({ kind }) => kind === 'signature').length <= mostSignatureFields,
    rules.signaturesMany(mostSignatureFields),
  ),
)

export const saveFormInput = z
  .object({
    /** Absent: creates a form. */
    formId: z.optional(z.uuid()),
    version: seenVersion,
    title: line(120).check(z.minLength(1, rules.titleMissing)),
    fields,
    occasion: z.enum(occasions),
    /** Keys of kinds of visits, for the occasion `visit`. */
    visitTypes: z.array(z.string().check(z.regex(/^[a-z][a-z0-9_-]{0,59}$/))).check(z.maxLength(100)),
    repeats: z.enum(repetitions),
    isActive: z.boolean(),
  })
  .check(
    z.refine(({ occasion, visitTypes }) => occasion !== 'visit' || visitTypes.length > 0, {
      error: rules.visitTypesMissing,
      path: ['visitTypes'],
    }),
  )
export type SaveForm = z.infer<typeof saveFormInput>

export const askFormInput = z.object({ formId: z.uuid(), patientId: z.uuid() })

export const withdrawFormInput = z.object({ requestId: z.uuid(), isWithdrawn: z.boolean() })

/** `[x, y, x, y, …]` in the box. */
const stroke = z.array(z.int().check(z.minimum(0), z.maximum(signatureBox.width))).check(
  z.minLength(2),
  z.refine((points) => points.length % 2 === 0),
  z.refine((points) => points.every((value, at) => at % 2 === 0 || value <= signatureBox.height)),
)
const strokes = z.array(stroke).check(
  z.minLength(1),
  z.maxLength(mostStrokes),
  z.refine((all) => all.reduce((sum, points) => sum + points.length, 0) <= 2 * mostPoints),
)
const signature = z.union([
  z.strictObject({ strokes }),
  z.strictObject({ typed: line(200).check(z.minLength(1, rules.nameMissing)) }),
])

const answer = z.union([
  lines(longestAnswer),
  signature,
  z.array(line(120)).check(z.maxLength(mostOptions)),
  healthInformationInput,
])
const answers = z.record(z.uuid(), answer)

/** The changed answers. */
export const saveAnswersInput = z.object({ requestId: z.uuid(), answers })

export const signFormInput = z.object({
  requestId: z.uuid(),
  version: seenVersion,
  /** All of them. */
  answers,
  name: line(200).check(z.minLength(1, rules.nameMissing)),
})

export const formPdfInput = z.object({ requestId: z.uuid() })

export const removeFormFileInput = z.object({ fileId: z.uuid() })

/**
 * The problems that prevent a signature, by the id of the field; of health information `ID.emergencyPhone`.
 * @param country for phone numbers without a leading +
 */
export function problemsOf(
  fields: readonly FormField[],
  answers: Answers,
  country: CountryCode,
): Record<string, string> {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const answer = answers[field.id]
      if (field.kind === 'health') return healthProblems(field, answer, country)
      const problem = problemOf(field, answer)
      return problem ? [[field.id, problem]] : []
    }),
  )
}

const missing: Record<FieldKind, string> = {
  ...{ text: rules.answerMissing, choice: rules.answerMissing, date: rules.answerMissing },
  ...{ scale: rules.answerMissing, heading: rules.answerMissing, health: rules.healthMissing },
  consent: rules.consentMissing,
  file: rules.fileMissing,
  signature: rules.signatureMissing,
}

function problemOf(field: FormField, answer: Answer | undefined): string | null {
  const { kind, isRequired, options, isMany } = field
  if (kind === 'heading') return null
  if (answer === undefined || answer === '' || (Array.isArray(answer) && answer.length === 0))
    return isRequired ? missing[kind] : null
  if (kind === 'file') return isFileAnswer(answer) ? null : missing.file
  if (kind === 'signature') return isSignature(answer) ? null : missing.signature
  if (isHealthAnswer(answer) || isFileAnswer(answer) || isSignature(answer)) return rules.answerMissing
  if (kind === 'choice') {
    const chosen = isMany && Array.isArray(answer) ? answer : [answer]
    return chosen.every((each) => typeof each === 'string' && options.includes(each)) ? null : rules.choice
  }
  if (typeof answer !== 'string') return rules.answerMissing
  if (kind === 'date') return calendarDate().safeParse(answer).success ? null : rules.date
  if (kind === 'scale') return /^\d{1,2}$/.test(answer) && Number(answer) <= highestScale ? null : rules.scale
  return kind === 'consent' && answer !== agreed ? rules.consentMissing : null
}

/** Health information is confirmed as a whole: its fields may be empty. */
function healthProblems(
  { id }: FormField,
  answer: Answer | undefined,
  country: CountryCode,
): [string, string][] {
  if (!isHealthAnswer(answer)) return [[id, rules.healthMissing]]
  const { error } = healthInformationForm(country).safeParse(answer)
  return error?.issues.map(({ path, message }) => [`${id}.${path.join('.')}`, message]) ?? []
}
