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

/** One benefit a line; empty lines are dropped. */
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

/** Without `planId`, creates a draft; otherwise replaces that draft. */
export const savePlanInput = z.object({
  planId: z.optional(z.uuid()),
  kind: z.enum(planKinds),
  name: z.string().check(onOneLine(), z.minLength(2, rules.name), z.maxLength(80, rules.nameLength)),
  description: z._default(z.string().check(z.trim(), z.maxLength(600, rules.descriptionLength)), ''),
  includes: lines,
  excludes: lines,
  interval: z.enum(planIntervals),
  /** Per adult. */
  amountCents: cents,
  /** Per child; null: an adult's price. With this or the next price, the plan covers households. */
  childCents: z._default(z.nullable(cents), null),
  /** Maximum of a household. */
  householdCents: z._default(z.nullable(cents), null),
  /** Once, on joining. */
  enrolmentCents: z._default(z.nullable(cents), null),
  childAgeLimit: z._default(
    z.int(rules.childAge).check(z.gte(childAges.min, rules.childAge), z.lte(childAges.max, rules.childAge)),
    childAges.usual,
  ),
  trialDays: z._default(
    z.int(rules.trialDays).check(z.gte(0, rules.trialDays), z.lte(maxTrialDays, rules.trialDays)),
    0,
  ),
  /** 0: cannot be paused (docs/domain-rules.md rule 14). */
  maxPauseMonths: z._default(z.int().check(z.gte(0), z.lte(maxPauseMonths)), 0),
  /** docs/domain-rules.md rule 17 */
  leavingRefund: z._default(z.enum(leavingRefunds), 'unused'),
})

export type SavePlanInput = z.input<typeof savePlanInput>

/**
 * Terms for new members from now on. `versionId` is the version that the editor loaded. A plan's kind cannot change.
 */
export const changePlanInput = z.extend(z.omit(savePlanInput, { kind: true, planId: true }), {
  planId: z.uuid(),
  versionId: z.uuid(),
})

export type ChangePlanInput = z.input<typeof changePlanInput>

/** Null: no place whose law is known. */
export const saveClinicPlaceInput = z.object({ place: z.nullable(z.enum(places)) })

export const planIdInput = z.object({ planId: z.uuid() })

/** The inconsistent price, or null: a child pays at most an adult's price, and the household's maximum exceeds it. */
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

export const householdInput = z
  .object({
    /** Whether the payer is covered as an adult, or only pays (docs/domain-rules.md rule 28). */
    isPayerCovered: z.boolean(),
    /** Besides the payer. */
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
