/** A clinic's plans: form, view and the rules of publishing. */

import type { ErrorCode } from '../errors.ts'

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
/** Younger than this is a child; the age on the first day of a period counts. */
export const childAges = { min: 1, max: 26, usual: 18 }
export const maxTrialDays = 90

/** `unused`: the part of the paid period that is left; `none`: the plan runs until the period ends. */
export const leavingRefunds = ['unused', 'none'] as const
export type LeavingRefund = (typeof leavingRefunds)[number]

export const maxPauseMonths = 12

/** What a plan says, to whomever it is shown. */
export interface PlanTerms {
  id: string
  kind: PlanKind
  name: string
  description: string
  includes: string[]
  excludes: string[]
  /** below this age somebody costs what a child does */
  childAgeLimit: number
  trialDays: number
  /** 0: it cannot be paused */
  maxPauseMonths: number
  leavingRefund: LeavingRefund
}

/** A plan with its prices, as `save-plan`, `publish-plan`, `change-plan` and `close-plan` answer it. */
export interface PlanView extends PlanTerms {
  status: PlanStatus
  /** `id` is the adult's, which a person joins with. */
  price: {
    id: string
    interval: PlanInterval
    amountCents: number
    childCents: number | null
    householdCents: number | null
    enrolmentCents: number | null
    currency: string
  }
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
