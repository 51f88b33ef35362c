/** A clinic's plans: form, view and the rules of publishing. */

import * as z from 'zod/mini'
import type { ErrorCode } from '../errors.ts'
import { onOneLine } from '../one-line.ts'
import { planTexts } from '../texts/plans.ts'

/** A patient has at most one running plan of each kind (docs/domain-rules.md rule 16). */
export const planKinds = ['wellness', 'uninsured'] as const
export type PlanKind = (typeof planKinds)[number]

export const planIntervals = ['month', 'year'] as const
export type PlanInterval = (typeof planIntervals)[number]

/** draft: being written. published: on the join page. closed: no new members, existing ones keep it. */
export type PlanStatus = 'draft' | 'published' | 'closed' | 'archived'

/** Stripe's minimum charge is 50 cents; more than the maximum is a typo. */
export const priceLimits = { minCents: 50, maxCents: 1_000_000 }
export const maxIncludes = 12

const rules = planTexts.validation

/** Input of `save-plan`. Without `planId` it creates a draft, with it replaces that draft. */
export const savePlanInput = z.object({
  planId: z.optional(z.uuid()),
  kind: z.enum(planKinds),
  name: z.string().check(onOneLine(), z.minLength(2, rules.name), z.maxLength(80, rules.nameLength)),
  description: z._default(z.string().check(z.trim(), z.maxLength(600, rules.descriptionLength)), ''),
  /** One line per included benefit; empty lines are dropped. */
  includes: z._default(
    z.pipe(
      z
        .array(z.string().check(onOneLine(), z.maxLength(120, rules.includeLength)))
        .check(z.maxLength(maxIncludes, rules.includesCount)),
      z.transform((lines: string[]) => lines.filter((line) => line !== '')),
    ),
    [],
  ),
  interval: z.enum(planIntervals),
  amountCents: z
    .int(rules.amount)
    .check(z.gte(priceLimits.minCents, rules.amountLow), z.lte(priceLimits.maxCents, rules.amountHigh)),
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

/** Input of `publish-plan` and `close-plan`. */
export const planIdInput = z.object({ planId: z.uuid() })

/** A plan with its one price, as `save-plan`, `publish-plan`, `change-plan` and `close-plan` answer it. */
export interface PlanView {
  id: string
  kind: PlanKind
  name: string
  description: string
  includes: string[]
  status: PlanStatus
  price: { id: string; interval: PlanInterval; amountCents: number; currency: string }
}

/**
 * Why a clinic may not sell yet, or null. The gate for publishing and joining (docs/payments.md 4,
 * docs/domain-rules.md rule 22).
 *
 * Publishing requires the clinic's saved card as well, to which the commission is charged (`offer-at-stripe.ts`); joining goes
 * on without it.
 */
export function sellingProblem(payouts: { chargesEnabled: boolean } | null): ErrorCode | null {
  return payouts?.chargesEnabled ? null : 'payouts_not_ready'
}

/**
 * Monthly caps for paying from a US health savings account: one person, more than one (docs/domain-rules.md rule 19).
 * Indexed yearly, hence data.
 */
export const hsaMonthlyCapCents = { onePerson: 15_000, household: 30_000 }

/** Whether the price is too high to pay from a US health savings account; the plan editor warns. */
export function exceedsHsaCap(price: {
  amountCents: number
  interval: PlanInterval
  currency: string
}): boolean {
  if (price.currency !== 'usd') return false
  const months = price.interval === 'year' ? 12 : 1
  return price.amountCents > hsaMonthlyCapCents.onePerson * months
}
