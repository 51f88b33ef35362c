import * as z from 'zod/mini'

/**
 * `amountCents` is the amount as shown. `isTaxed`: the clinic's tax, which its prices include, is part of it.
 * `byCard`: charges the saved card; otherwise the patient is mailed an invoice.
 */
export const chargeVisitFeeInput = z.object({
  appointmentId: z.uuid(),
  amountCents: z.number().check(z.int(), z.positive()),
  byCard: z.boolean(),
  isTaxed: z.boolean(),
})

/** `isWaived: false` undoes it. */
export const waiveVisitFeeInput = z.object({ appointmentId: z.uuid(), isWaived: z.boolean() })

/** `mailed`: an invoice is open, also after the bank declined the saved card. */
export interface ChargedFee {
  outcome: 'paid' | 'declined' | 'mailed'
}
