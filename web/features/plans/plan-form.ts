import * as z from 'zod/mini'
import { parseAmount, plainAmount } from '#domain/money.ts'
import {
  maxIncludes,
  planIntervals,
  planKinds,
  priceLimits,
  type SavePlanInput,
  savePlanInput,
} from '#domain/plans/plans.ts'
import { planTexts } from '#domain/texts/plans.ts'
import type { TeamPlan } from './queries.ts'

const rules = planTexts.validation

/**
 * The editor's fields: like `savePlanInput`, but the price as typed and the lines as objects, which field arrays
 * require.
 *
 * @param currency ISO 4217, lower case: how many decimals an amount may have
 */
export function planFormSchema(currency: string) {
  return z.object({
    kind: z.enum(planKinds),
    name: savePlanInput.shape.name,
    description: z.string().check(z.maxLength(600, rules.descriptionLength)),
    includes: z
      .array(z.object({ line: z.string().check(z.maxLength(120, rules.includeLength)) }))
      .check(z.maxLength(maxIncludes, rules.includesCount)),
    interval: z.enum(planIntervals),
    amount: z.string().check(
      z.superRefine((typed, context) => {
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
    ),
  })
}
export type PlanForm = z.infer<ReturnType<typeof planFormSchema>>

export const emptyPlanForm: PlanForm = {
  kind: 'wellness',
  name: '',
  description: '',
  includes: [{ line: '' }],
  interval: 'month',
  amount: '',
}

/** A plan as form values. */
export function planFormFrom(plan: TeamPlan): PlanForm {
  return {
    kind: plan.kind,
    name: plan.name,
    description: plan.description,
    includes: plan.includes.length > 0 ? plan.includes.map((line) => ({ line })) : [{ line: '' }],
    interval: plan.price?.interval ?? 'month',
    amount: plan.price ? plainAmount(plan.price.amountCents, plan.price.currency) : '',
  }
}

/** A valid form as input of `save-plan`. @param planId the draft to replace; without it a new one is created */
export function savePlanInputFrom(form: PlanForm, currency: string, planId?: string): SavePlanInput {
  return {
    planId,
    kind: form.kind,
    name: form.name,
    description: form.description,
    includes: form.includes.map(({ line }) => line.trim()).filter((line) => line !== ''),
    interval: form.interval,
    amountCents: parseAmount(form.amount, currency) ?? 0,
  }
}

/** Maps the server's field path to the editor's: `amountCents` to `amount`, `includes.2` to `includes.2.line`. */
export function planFieldPath(path: string): string {
  if (path === 'amountCents') return 'amount'
  return /^includes\.\d+$/.test(path) ? `${path}.line` : path
}
