/** A clinic's membership plans: forms, what is shown, and the rules of publishing. */

import * as z from 'zod/mini'
import type { ErrorCode } from '../errors.ts'
import { planTexts } from '../texts/plans.ts'

/** The plan family: a patient has at most one running plan of each kind (docs/domain-rules.md rule 16). */
export const planKinds = ['wellness', 'uninsured'] as const
export type PlanKind = (typeof planKinds)[number]

export const planIntervals = ['month', 'year'] as const
export type PlanInterval = (typeof planIntervals)[number]

/** draft: being written. published: on the join page. closed: no new members, the present ones keep it. */
export type PlanStatus = 'draft' | 'published' | 'closed' | 'archived'

/** Stripe charges nothing below 50 cents; above is a typing mistake. */
export const priceLimits = { minCents: 50, maxCents: 1_000_000 }
export const maxIncludes = 12

const rules = planTexts.validation

/** Input of `save-plan`. Without `planId` a draft is made, with it that draft is replaced. */
export const savePlanInput = z.object({
  planId: z.optional(z.uuid()),
  kind: z.enum(planKinds),
  name: z.string().check(z.trim(), z.minLength(2, rules.name), z.maxLength(80, rules.nameLength)),
  description: z._default(z.string().check(z.trim(), z.maxLength(600, rules.descriptionLength)), ''),
  /** What is included, one line each; empty lines are dropped. */
  includes: z._default(
    z.pipe(
      z
        .array(z.string().check(z.trim(), z.maxLength(120, rules.includeLength)))
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

/** Input of `publish-plan` and `close-plan`. */
export const planIdInput = z.object({ planId: z.uuid() })

/** A plan with its one price, as `save-plan`, `publish-plan` and `close-plan` answer it. */
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
 * Why a clinic may not sell yet, or null. The one gate of publishing and joining (docs/payments.md 4, docs/domain-rules.md rule 22).
 *
 * It also asks for the clinic's saved card as soon as commission is billed to one; until then a statement is shown and
 * not charged, so there is nothing a card would be needed for.
 */
export function sellingProblem(payouts: { chargesEnabled: boolean } | null): ErrorCode | null {
  return payouts?.chargesEnabled ? null : 'payouts_not_ready'
}

/**
 * Monthly caps for paying from a US health savings account: one person, more than one (docs/domain-rules.md rule 19).
 * Indexed yearly, so they are data.
 */
export const hsaMonthlyCapCents = { onePerson: 15_000, household: 30_000 }

/** Whether a US patient could not pay this price from a health savings account: the plan editor warns. */
export function exceedsHsaCap(price: {
  amountCents: number
  interval: PlanInterval
  currency: string
}): boolean {
  if (price.currency !== 'usd') return false
  const months = price.interval === 'year' ? 12 : 1
  return price.amountCents > hsaMonthlyCapCents.onePerson * months
}
