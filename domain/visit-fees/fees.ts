/** Fees for late cancellations and missed visits, for pages that load no validators (docs/decisions/0216). */

import { visitFeeTexts } from '../texts/visit-fees.ts'
import { formatMoney } from '../values/money.ts'

/** Stripe's minimum charge, in cents of each clinic currency. */
export const smallestFeeCents = 50
export const largestFeeCents = 100_000
/** An invoice for a fee that is paid by link is due after these days. */
export const feeDueInDays = 14

export const feeReasons = ['late_cancel', 'no_show'] as const
export type FeeReason = (typeof feeReasons)[number]

/** Amounts in cents; null: no fee. */
export interface FeeAmounts {
  lateCancelCents: number | null
  noShowCents: number | null
}

export const hasFee = ({ lateCancelCents, noShowCents }: FeeAmounts): boolean =>
  lateCancelCents !== null || noShowCents !== null

export function feeCents({ lateCancelCents, noShowCents }: FeeAmounts, reason: FeeReason): number | null {
  return reason === 'late_cancel' ? lateCancelCents : noShowCents
}

/**
 * For which reason a visit's fee may be charged; null: for none.
 * @param fee.lateAt when the patient canceled late, after reading that the fee may be charged
 */
export function feeReasonOf(status: string, fee: { lateAt: string | Date | null }): FeeReason | null {
  if (status === 'no_show') return 'no_show'
  return status === 'canceled' && fee.lateAt !== null ? 'late_cancel' : null
}

/**
 * The words that a patient accepts, by paragraph.
 * @param words the clinic's own, perhaps empty
 */
export function feeTerms(
  { lateCancelCents, noShowCents }: FeeAmounts,
  { currency, cancelWindowHours, words }: { currency: string; cancelWindowHours: number; words: string },
): string[] {
  const { terms } = visitFeeTexts
  return [
    ...(lateCancelCents === null
      ? []
      : [terms.lateCancel(formatMoney(lateCancelCents, currency), cancelWindowHours)]),
    ...(noShowCents === null ? [] : [terms.noShow(formatMoney(noShowCents, currency))]),
    terms.how,
    ...(words ? [words] : []),
  ]
}

/** An invoice for a fee, as far as the caller may read it. */
export interface FeeInvoice {
  status: string
  paidCents: number
  refundedCents: number
}

export type FeeState = 'open' | 'waived' | 'charged' | 'paid' | 'refunded' | 'partly_refunded' | 'written_off'

/** `open`: to be charged or waived. @param invoice null also for a caller who may not read invoices */
export function feeStateOf(
  { isCharged, isWaived }: { isCharged: boolean; isWaived: boolean },
  invoice: FeeInvoice | null,
): FeeState {
  if (isWaived) return 'waived'
  if (!isCharged) return 'open'
  if (invoice?.status === 'uncollectible' || invoice?.status === 'void') return 'written_off'
  if (invoice?.status !== 'paid') return 'charged'
  if (invoice.refundedCents === 0) return 'paid'
  return invoice.refundedCents < invoice.paidCents ? 'partly_refunded' : 'refunded'
}

/** Whether a missed visit may be reopened: nothing was charged, or all of it was returned or given up. */
export const isSettled = (state: FeeState): boolean =>
  state === 'waived' || state === 'refunded' || state === 'written_off'
