import type { ErrorCode } from '../errors.ts'

/** A patient has at most one running plan of each kind (docs/domain-rules.md rule 16). */
export const planKinds = ['wellness', 'uninsured'] as const
export type PlanKind = (typeof planKinds)[number]

export const planIntervals = ['month', 'year'] as const
export type PlanInterval = (typeof planIntervals)[number]

/** published: on the join page. closed: no new members; existing ones stay. */
export type PlanStatus = 'draft' | 'published' | 'closed' | 'archived'

/** Stripe's minimum charge is 50 cents; more than the maximum is a typo. */
export const priceLimits = { minCents: 50, maxCents: 1_000_000 }
export const maxIncludes = 12
/** The age under which a person is a child on the first day of a period. */
export const childAges = { min: 1, max: 26, usual: 18 }
export const maxTrialDays = 90

/** `unused`: the rest of the paid period is refunded; `none`: the plan runs until the period ends. */
export const leavingRefunds = ['unused', 'none'] as const
export type LeavingRefund = (typeof leavingRefunds)[number]

export const maxPauseMonths = 12

export interface PlanTerms {
  id: string
  kind: PlanKind
  name: string
  description: string
  includes: string[]
  excludes: string[]
  /** Below this age the child's price applies. */
  childAgeLimit: number
  trialDays: number
  /** 0: cannot be paused. */
  maxPauseMonths: number
  leavingRefund: LeavingRefund
}

export interface PlanView extends PlanTerms {
  status: PlanStatus
  /** `id` is the adult's, used to join. */
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
 * Why a clinic may not sell yet, or null (docs/payments.md 4, docs/domain-rules.md rule 22).
 * Publishing also requires the clinic's saved card for the commission (`offer-at-stripe.ts`); joining does not.
 */
export function sellingProblem(payouts: { chargesEnabled: boolean } | null): ErrorCode | null {
  return payouts?.chargesEnabled ? null : 'payouts_not_ready'
}
