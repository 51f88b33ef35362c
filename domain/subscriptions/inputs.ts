import * as z from 'zod/mini'

export const subscriptionIdInput = z.object({ subscriptionId: z.uuid() })

/**
 * The choice for the open amount of an overdue plan on cancellation, with the amount shown: `pay` charges it now, and
 * the plan ends with its period; `stop` ends the plan now, and the amount is not collected.
 */
export const openAmountChoice = z._default(
  z.nullable(z.object({ choice: z.enum(['pay', 'stop']), amountCents: z.int() })),
  null,
)

export type OpenAmountChoice = z.output<typeof openAmountChoice>

export const cancelSubscriptionInput = z.object({ subscriptionId: z.uuid(), open: openAmountChoice })

/** Id of a row of `patient_cards`. */
export const cardIdInput = z.object({ cardId: z.uuid() })
