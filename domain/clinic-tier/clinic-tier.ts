/** What a clinic pays for its tier, and what the tier allows. */
import * as z from 'zod/mini'
import { attempt } from '../attempt.ts'
import { isEntitled } from '../subscriptions/subscriptions.ts'
import { instant } from '../values/calendar-date.ts'
import { productPlanIds } from './product-plans.ts'

/** `free` means "no paid tier". */
export type ClinicTier = 'free' | (typeof productPlanIds)[number]

/**
 * The tier in effect: the plan while trialing, active, or past due within the grace, else `free` (docs/payments.md 6).
 */
export function tierInEffect(
  billing: { tier: ClinicTier; status: string | null; currentPeriodStart: Date | null },
  now: Date,
): ClinicTier {
  if (!billing.status || !billing.currentPeriodStart) return 'free'
  const isOn = isEntitled({ status: billing.status, currentPeriodStart: billing.currentPeriodStart }, now)
  return isOn ? billing.tier : 'free'
}

/** Input of `create-checkout`; clients written to the specification leave `attempt` out. */
export const createCheckoutInput = z.object({
  plan: z.enum(productPlanIds),
  attempt: z.optional(attempt),
  /** The instant of the preview that was agreed to, for a change of a running tier. */
  changeAt: z.optional(instant()),
})

/** Input of `preview-tier`. */
export const previewTierInput = z.object({ plan: z.enum(productPlanIds) })

/** Answer of `preview-tier`: what the change costs now. */
export interface TierPreview {
  /** Negative: credited to the next invoices. Null where no tier runs: the payment page says what is due. */
  amountCents: number | null
  currency: string
  /** The instant it is computed for, ISO; to be sent with the change. */
  changeAt: string
}

/** Input of `clinic-invoice-pdf` and `pay-clinic-invoice`: Stripe's id of one of the clinic's own invoices. */
export const clinicInvoiceInput = z.object({ invoiceId: z.string().check(z.regex(/^in_\w{1,80}$/)) })

/** Answer of `check-subscription`. */
export interface SubscriptionTier {
  subscription_tier: string
}
