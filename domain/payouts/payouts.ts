/** Payouts to a clinic's bank (docs/payments.md 8). */

export type PayoutStatus = 'pending' | 'in_transit' | 'paid' | 'failed' | 'canceled'

/** Changes of a clinic's balance at Stripe. A fee of a payment or a dispute is part of its movement. */
export type MovementKind =
  | 'charge'
  | 'refund'
  | 'refund_failed'
  | 'dispute'
  | 'dispute_returned'
  | 'fee'
  | 'payout'
  | 'payout_returned'
  | 'other'
