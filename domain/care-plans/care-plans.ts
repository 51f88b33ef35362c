/** docs/specification.md B2.4, B3; docs/decisions/0068. */

import * as z from 'zod/mini'
import { storableText } from '../content/article.ts'
import { carePlanTexts } from '../texts/care-plans.ts'
import { optionalDate } from '../values/calendar-date.ts'
import { type Currency, parseAmount, plainAmount } from '../values/money.ts'
import { onOneLine } from '../values/one-line.ts'
import { seenVersion } from '../versions.ts'
import { bestScore } from './scores.ts'

const rules = carePlanTexts.validation

export const stepStates = ['planned', 'current', 'done'] as const
export type StepState = (typeof stepStates)[number]

export const mostSteps = 30
export const mostThemes = 20
export const mostVisits = 30
export const mostLessons = 10
const highestFee = 10_000_000

function storableLines(text: string): string {
  return text.split(/\r?\n/).map(storableText).join('\n')
}

export const line = (longest: number) =>
  z.string().check(onOneLine(), z.maxLength(longest, rules.long(longest)))
export const named = (longest: number) =>
  z.string().check(onOneLine(), z.minLength(1, rules.empty), z.maxLength(longest, rules.long(longest)))
const words = z.string().check(z.overwrite(storableLines), z.trim(), z.maxLength(500, rules.long(500)))
const score = z.nullable(z.int(rules.score).check(z.gte(0, rules.score), z.lte(bestScore, rules.score)))

const step = z.object({
  title: named(120),
  note: words,
  /** The clinic's date, or empty. */
  on: optionalDate(rules.date),
  state: z.enum(stepStates),
})

const theme = z.object({
  title: named(120),
  category: named(40),
  patientScore: score,
  physicianScore: score,
  patientWords: words,
  physicianWords: words,
  /** The billing code, or empty. */
  code: line(20),
  lessonIds: z.array(z.uuid()).check(z.maxLength(mostLessons, rules.lessonsMany)),
  isFeatured: z.boolean(),
})

const visit = z.object({
  visit: named(120),
  timing: line(120),
  purpose: line(300),
  code: line(20),
  /** An amount in the clinic's currency as typed, or empty. */
  fee: z.string().check(z.maxLength(20, rules.fee)),
})

/** The whole plan, with the version that was read, 0 for the first. `carePlanForm` checks the fees. */
export const saveCarePlanInput = z.object({
  patientId: z.uuid(),
  version: seenVersion,
  steps: z.array(step).check(z.maxLength(mostSteps, rules.many)),
  themes: z.array(theme).check(
    z.maxLength(mostThemes, rules.many),
    z.refine((themes) => themes.filter(({ isFeatured }) => isFeatured).length <= 1, rules.featuredOnce),
  ),
  visits: z.array(visit).check(z.maxLength(mostVisits, rules.many)),
})
export type SaveCarePlan = z.infer<typeof saveCarePlanInput>
export type CarePlanParts = Pick<SaveCarePlan, 'steps' | 'themes' | 'visits'>

/** @param currency of the fees */
export function visitsForm(currency: Currency) {
  const fee = visit.shape.fee.check(
    z.refine((text) => {
      if (text.trim() === '') return true
      const cents = parseAmount(text, currency)
      return cents !== null && cents <= highestFee
    }, rules.fee),
  )
  return z.array(z.extend(visit, { fee })).check(z.maxLength(mostVisits, rules.many))
}

/** @param currency of the fees */
export function carePlanForm(currency: Currency): z.ZodMiniType<SaveCarePlan, SaveCarePlan> {
  return z.extend(saveCarePlanInput, { visits: visitsForm(currency) })
}

/** Amounts are whole cents. */
export interface CarePlan extends Pick<SaveCarePlan, 'steps' | 'themes'> {
  visits: PlannedVisit[]
}
export type CareStep = CarePlan['steps'][number]
export type CareTheme = CarePlan['themes'][number]
export interface PlannedVisit {
  visit: string
  timing: string
  purpose: string
  code: string
  feeCents: number | null
}

export function carePlanOf({ steps, themes, visits }: CarePlanParts, currency: Currency): CarePlan {
  return {
    steps,
    themes,
    visits: visits.map(({ fee, ...visit }) => ({
      ...visit,
      feeCents: fee.trim() === '' ? null : parseAmount(fee, currency),
    })),
  }
}

export function formOfCarePlan(
  patientId: string,
  stored: { plan: CarePlan; version: number } | null,
  currency: Currency,
): SaveCarePlan {
  return { patientId, version: stored?.version ?? 0, ...partsOf(stored?.plan, currency) }
}

export function partsOf(plan: CarePlan | undefined, currency: Currency): CarePlanParts {
  const { steps = [], themes = [], visits = [] } = plan ?? {}
  return {
    steps,
    themes,
    visits: visits.map(({ feeCents, ...visit }) => ({
      ...visit,
      fee: feeCents === null ? '' : plainAmount(feeCents, currency),
    })),
  }
}
