/** Choices and answers for pages that load no validators. */

import type { PlanInterval } from '../plans/plans.ts'

/** In which the invoices of a plan without a card are due. */
export const planDueInDays = [7, 14, 30] as const
export type PlanDueInDays = (typeof planDueInDays)[number]

/** A plan that the desk adds a patient to. Amounts in whole cents, dates in the clinic's zone. */
export interface AddedPlan {
  /** Of the first invoice, before the credit. */
  totalCents: number
  taxCents: number
  /** The payer's credit that reduces it. */
  creditCents: number
  currency: string
  dueOn: string
  interval: PlanInterval
  nextOn: string
  nextCents: number
  /** The plan's price for a child. */
  isChild: boolean
  /** The reader of the mailed invoice: the account, a guardian, an address that the clinic entered, or no one. */
  mailed: 'account' | 'guardian' | 'email' | 'none'
  email: string | null
}

/** The agreement of a plan, as it is stored. */
export interface PlanAgreement {
  version: string
  lines: string[]
}
