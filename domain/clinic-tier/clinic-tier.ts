import * as z from 'zod/mini'
import { attempt } from '../attempt.ts'
import { isEntitled } from '../subscriptions/subscriptions.ts'
import { instant } from '../values/calendar-date.ts'
import { productPlanIds } from './product-plans.ts'

/** `free`: no paid tier. */
export type ClinicTier = 'free' | (typeof productPlanIds)[number]

/** The plan while trialing, active, or past due within the grace, else `free` (docs/payments.md 6). */
export function tierInEffect(
  billing: { tier: ClinicTier; status: string | null; currentPeriodStart: Date | null },
  now: Date,
): ClinicTier {
  if (!billing.status || !billing.currentPeriodStart) return 'free'
  const isOn = isEntitled({ status: billing.status, currentPeriodStart: billing.currentPeriodStart }, now)
  return isOn ? billing.tier : 'free'
}

/** Clients written to the specification omit `attempt`. */
export const createCheckoutInput = z.object({
  plan: z.enum(productPlanIds),
  attempt: z.optional(attempt),
  /** The `changeAt` of the accepted preview, for a change of a running tier. */
  changeAt: z.optional(instant()),
})

export const previewTierInput = z.object({ plan: z.enum(productPlanIds) })

export interface TierPreview {
  /** Negative: credited to the next invoices. Null if no tier runs: the payment page shows the amount. */
  amountCents: number | null
  currency: string
  /** ISO instant of the calculation; send it with the change. */
  changeAt: string
}

/** Stripe's id of one of the clinic's invoices. */
export const clinicInvoiceInput = z.object({ invoiceId: z.string().check(z.regex(/^in_\w{1,80}$/)) })

export interface SubscriptionTier {
  subscription_tier: string
}
