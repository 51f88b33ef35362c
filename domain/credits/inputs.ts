/** Choices of the desk, for forms that load no validators. */

export const creditReasons = ['goodwill', 'correction', 'referral'] as const
export type CreditReason = (typeof creditReasons)[number]

export const takeBackReasons = ['mistake', 'agreed'] as const
export type TakeBackReason = (typeof takeBackReasons)[number]

/** Of one credit, in cents of each clinic currency. */
export const mostCreditCents = 200_000

/** The next invoice of a payer's plans, before the credit. */
export interface NextInvoice {
  /** When it is issued, as an ISO string. */
  at: string
  totalCents: number
  currency: string
}
