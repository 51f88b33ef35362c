import { useCheckoutReturn } from '#web/features/clinic-tier/use-checkout-return.ts'
import { usePayoutReturn } from '#web/features/payouts/use-payout-return.ts'

/** Handles returns from Stripe's pages, by the query. Loaded only then. */
export default function StripeReturns() {
  usePayoutReturn()
  useCheckoutReturn()
  return null
}
