/** Inputs of the actions on subscriptions: apart from the rules, which pages need before anything is sent. */
import * as z from 'zod/mini'

/** Input of `resume-subscription` and `keep-present-plan`. */
export const subscriptionIdInput = z.object({ subscriptionId: z.uuid() })

/**
 * The decision on the open amount of an overdue plan that is canceled, with the amount as it was shown: `pay` charges it
 * now, and the plan ends with its period; `stop` ends the plan now, and the amount is not collected.
 */
export const openAmountChoice = z._default(
  z.nullable(z.object({ choice: z.enum(['pay', 'stop']), amountCents: z.int() })),
  null,
)

export type OpenAmountChoice = z.output<typeof openAmountChoice>

/** Input of `cancel-subscription`. */
export const cancelSubscriptionInput = z.object({ subscriptionId: z.uuid(), open: openAmountChoice })

/** Input of `set-default-card` and `remove-own-card`: the id of a row of `patient_cards`. */
export const cardIdInput = z.object({ cardId: z.uuid() })
