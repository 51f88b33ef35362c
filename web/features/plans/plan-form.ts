import * as z from 'zod/mini'
import { coversHousehold } from '#domain/plans/household.ts'
import { priceProblem, type SavePlanInput, savePlanInput } from '#domain/plans/inputs.ts'
import {
  childAges,
  leavingRefunds,
  maxIncludes,
  maxPauseMonths,
  maxTrialDays,
  planIntervals,
  planKinds,
  priceLimits,
} from '#domain/plans/plans.ts'
import { planTexts } from '#domain/texts/plans.ts'
import { parseAmount, plainAmount } from '#domain/values/money.ts'
import type { TeamPlan } from './queries.ts'

const rules = planTexts.validation

/** An amount as typed; may be empty if `isOptional`. */
function amountField(currency: string, isOptional = false) {
  return z.string().check(
    z.superRefine((typed, context) => {
      if (isOptional && typed.trim() === '') return
      const cents = parseAmount(typed, currency)
      const message =
        cents === null
          ? rules.amount
          : cents < priceLimits.minCents
            ? rules.amountLow
            : cents > priceLimits.maxCents
              ? rules.amountHigh
              : null
      if (message) context.addIssue({ code: 'custom', message, input: typed })
    }),
  )
}

function numberField(range: { min: number; max: number }, message: string) {
  return z
    .string()
    .check(z.refine((typed) => /^\d{1,3}$/.test(typed.trim()) && inRange(Number(typed), range), message))
}

const inRange = (value: number, { min, max }: { min: number; max: number }) => value >= min && value <= max

const linesField = z
  .array(z.object({ line: z.string().check(z.maxLength(120, rules.includeLength)) }))
  .check(z.maxLength(maxIncludes, rules.includesCount))

/**
 * The editor's fields: like `savePlanInput`, but numbers as typed and lines as objects, which field arrays require.
 * Household prices apply only if households can join.
 *
 * @param currency ISO 4217, lower case: decides the decimals of an amount
 */
export function planFormSchema(currency: string) {
  return z
    .object({
      kind: z.enum(planKinds),
      name: savePlanInput.shape.name,
      description: z.string().check(z.maxLength(600, rules.descriptionLength)),
      includes: linesField,
      excludes: linesField,
      interval: z.enum(planIntervals),
      amount: amountField(currency),
      forHouseholds: z.boolean(),
      childAmount: amountField(currency, true),
      householdAmount: amountField(currency, true),
      childAge: numberField(childAges, rules.childAge),
      enrolment: amountField(currency, true),
      trialDays: numberField({ min: 0, max: maxTrialDays }, rules.trialDays),
      maxPauseMonths: numberField({ min: 0, max: maxPauseMonths }, rules.pauseMonths),
      leavingRefund: z.enum(leavingRefunds),
    })
    .check(
      z.superRefine((form, context) => {
        if (!form.forHouseholds) return
        if (!form.childAmount.trim() && !form.householdAmount.trim())
          context.addIssue({
            code: 'custom',
            message: rules.householdPrice,
            input: form.childAmount,
            path: ['childAmount'],
          })
        const problem = priceProblem(centsFrom(form, currency))
        if (problem)
          context.addIssue({
            code: 'custom',
            message: problem.message,
            input: form,
            path: [planFieldPath(problem.field)],
          })
      }),
    )
}
export type PlanForm = z.infer<ReturnType<typeof planFormSchema>>

export const emptyPlanForm: PlanForm = {
  kind: 'wellness',
  name: '',
  description: '',
  includes: [{ line: '' }],
  excludes: [{ line: '' }],
  interval: 'month',
  amount: '',
  forHouseholds: false,
  childAmount: '',
  householdAmount: '',
  childAge: String(childAges.usual),
  enrolment: '',
  trialDays: '0',
  maxPauseMonths: '0',
  leavingRefund: 'unused',
}

/** The amounts of a form in cents; null for an empty or invalid one. */
export function centsFrom(
  form: Pick<PlanForm, 'amount' | 'childAmount' | 'householdAmount' | 'enrolment' | 'forHouseholds'>,
  currency: string,
) {
  const ofHousehold = (typed: string) => (form.forHouseholds ? parseAmount(typed, currency) : null)
  return {
    amountCents: parseAmount(form.amount, currency) ?? 0,
    childCents: ofHousehold(form.childAmount),
    householdCents: ofHousehold(form.householdAmount),
    enrolmentCents: parseAmount(form.enrolment, currency),
  }
}

export function planFormFrom(plan: TeamPlan): PlanForm {
  const { price } = plan
  const typed = (cents: number | null | undefined) =>
    cents && price ? plainAmount(cents, price.currency) : ''
  const linesFrom = (lines: string[]) => (lines.length > 0 ? lines.map((line) => ({ line })) : [{ line: '' }])
  return {
    kind: plan.kind,
    name: plan.name,
    description: plan.description,
    includes: linesFrom(plan.includes),
    excludes: linesFrom(plan.excludes),
    interval: price?.interval ?? 'month',
    amount: typed(price?.amountCents),
    forHouseholds: price !== null && coversHousehold(price),
    childAmount: typed(price?.childCents),
    householdAmount: typed(price?.householdCents),
    childAge: String(plan.childAgeLimit),
    enrolment: typed(price?.enrolmentCents),
    trialDays: String(plan.trialDays),
    maxPauseMonths: String(plan.maxPauseMonths),
    leavingRefund: plan.leavingRefund,
  }
}

/** A valid form as input of `save-plan`. @param planId the draft to replace; undefined creates one */
export function savePlanInputFrom(form: PlanForm, currency: string, planId?: string): SavePlanInput {
  return {
    planId,
    kind: form.kind,
    name: form.name,
    description: form.description,
    includes: written(form.includes),
    excludes: written(form.excludes),
    interval: form.interval,
    ...centsFrom(form, currency),
    childAgeLimit: Number(form.childAge),
    trialDays: Number(form.trialDays),
    maxPauseMonths: Number(form.maxPauseMonths),
    leavingRefund: form.leavingRefund,
  }
}

export function written(lines: PlanForm['includes']): string[] {
  return lines.map(({ line }) => line.trim()).filter((line) => line !== '')
}

const fieldNames: Record<string, string> = {
  amountCents: 'amount',
  childCents: 'childAmount',
  householdCents: 'householdAmount',
  enrolmentCents: 'enrolment',
  childAgeLimit: 'childAge',
}

/** Maps the server's field path to the editor's: `amountCents` to `amount`, `includes.2` to `includes.2.line`. */
export function planFieldPath(path: string): string {
  if (fieldNames[path]) return fieldNames[path]
  return /^(in|ex)cludes\.\d+$/.test(path) ? `${path}.line` : path
}
