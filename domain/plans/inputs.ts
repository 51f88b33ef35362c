/** Inputs of the actions on plans: apart from the rules, which pages need before anything is sent. */
import * as z from 'zod/mini'
import { planTexts } from '../texts/plans.ts'
import { calendarDate } from '../values/calendar-date.ts'
import { onOneLine } from '../values/one-line.ts'
import { householdLimits } from './household.ts'
import { givesBack, isIntervalLawful, type LeavingPolicy, placeLaws } from './place-law.ts'
import { type Place, placeNames, places } from './places.ts'
import {
  childAges,
  leavingRefunds,
  maxIncludes,
  maxPauseMonths,
  maxTrialDays,
  planIntervals,
  planKinds,
  priceLimits,
} from './plans.ts'

const rules = planTexts.validation
const texts = planTexts.household

/** One line per benefit; empty lines are dropped. */
const lines = z._default(
  z.pipe(
    z
      .array(z.string().check(onOneLine(), z.maxLength(120, rules.includeLength)))
      .check(z.maxLength(maxIncludes, rules.includesCount)),
    z.transform((given: string[]) => given.filter((line) => line !== '')),
  ),
  [],
)

const cents = z
  .int(rules.amount)
  .check(z.gte(priceLimits.minCents, rules.amountLow), z.lte(priceLimits.maxCents, rules.amountHigh))

/** Input of `save-plan`. Without `planId` it creates a draft, with it replaces that draft. */
export const savePlanInput = z.object({
  planId: z.optional(z.uuid()),
  kind: z.enum(planKinds),
  name: z.string().check(onOneLine(), z.minLength(2, rules.name), z.maxLength(80, rules.nameLength)),
  description: z._default(z.string().check(z.trim(), z.maxLength(600, rules.descriptionLength)), ''),
  includes: lines,
  /** What patients might expect and do not get. */
  excludes: lines,
  interval: z.enum(planIntervals),
  /** For each adult. */
  amountCents: cents,
  /** For each child; without it children pay an adult's price. With this or the next one a household can join. */
  childCents: z._default(z.nullable(cents), null),
  /** The most that a household pays. */
  householdCents: z._default(z.nullable(cents), null),
  /** Once, when joining. */
  enrolmentCents: z._default(z.nullable(cents), null),
  childAgeLimit: z._default(
    z.int(rules.childAge).check(z.gte(childAges.min, rules.childAge), z.lte(childAges.max, rules.childAge)),
    childAges.usual,
  ),
  trialDays: z._default(
    z.int(rules.trialDays).check(z.gte(0, rules.trialDays), z.lte(maxTrialDays, rules.trialDays)),
    0,
  ),
  /** 0: it cannot be paused (docs/domain-rules.md rule 14). */
  maxPauseMonths: z._default(z.int().check(z.gte(0), z.lte(maxPauseMonths)), 0),
  /** What somebody gets back who leaves before the period ends (docs/domain-rules.md rule 17). */
  leavingRefund: z._default(z.enum(leavingRefunds), 'unused'),
})

export type SavePlanInput = z.input<typeof savePlanInput>

/**
 * Input of `change-plan`: what new members get from now on. `versionId` is the version that the editor was opened on.
 * A plan keeps its kind.
 */
export const changePlanInput = z.extend(z.omit(savePlanInput, { kind: true, planId: true }), {
  planId: z.uuid(),
  versionId: z.uuid(),
})

export type ChangePlanInput = z.input<typeof changePlanInput>

/** Input of `save-clinic-place`; null: no place whose law would be known. */
export const saveClinicPlaceInput = z.object({ place: z.nullable(z.enum(places)) })

/** Input of `publish-plan`, `close-plan` and `archive-plan`. */
export const planIdInput = z.object({ planId: z.uuid() })

/**
 * Which price of a household's plan makes no sense, or null: a child pays no more than an adult, and the highest price is
 * worth having.
 */
export function priceProblem(prices: {
  amountCents: number
  childCents?: number | null | undefined
  householdCents?: number | null | undefined
}): { field: 'childCents' | 'householdCents'; message: string } | null {
  const { amountCents, childCents, householdCents } = prices
  if (childCents && childCents > amountCents) return { field: 'childCents', message: rules.childHigh }
  if (householdCents && householdCents <= amountCents)
    return { field: 'householdCents', message: rules.householdLow }
  return null
}

/** What the law of a clinic's place forbids about a plan, or null. */
export function lawProblem(
  plan: LeavingPolicy,
  place: Place | null,
): { field: 'interval' | 'leavingRefund'; message: string } | null {
  const law = place && placeLaws[place]
  if (!law) return null
  if (!isIntervalLawful(plan.interval, place))
    return { field: 'interval', message: planTexts.law.yearly(placeNames[place]) }
  if (plan.leavingRefund === 'none' && givesBack(law.earning, plan.interval))
    return { field: 'leavingRefund', message: planTexts.law.noRefund(placeNames[place]) }
  return null
}

export const birthDate = calendarDate(texts.birthDate)

/** A `Household` as it is sent. */
export const householdInput = z
  .object({
    /** The payer is covered as an adult; a payer who is no patient is not (docs/domain-rules.md rule 28). */
    isPayerCovered: z.boolean(),
    /** Further adults. */
    adults: z.int().check(z.gte(0), z.lte(householdLimits.adults, texts.tooMany)),
    /** Dates of birth. */
    children: z.array(birthDate).check(z.maxLength(householdLimits.children, texts.tooMany)),
  })
  .check(
    z.refine(({ isPayerCovered, adults, children }) => isPayerCovered || adults + children.length > 0, {
      error: texts.nobody,
      path: ['isPayerCovered'],
    }),
  )
