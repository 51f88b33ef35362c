import * as z from 'zod/mini'
import { attempt } from '../attempt.ts'
import { planDueInDays } from './inputs.ts'

/** `priceId`: the adult's price. Without `agreed` only the preview is returned; `totalCents` is the amount shown. */
export const addToPlanInput = z.object({
  patientId: z.uuid(),
  priceId: z.uuid(),
  dueInDays: z.literal([...planDueInDays]),
  agreed: z._default(z.nullable(z.object({ attempt, totalCents: z.int() })), null),
})

/** Without a signature only the text is returned. */
export const signAgreementInput = z.object({
  subscriptionId: z.uuid(),
  signature: z._default(
    z.nullable(
      z.object({
        attempt,
        version: z.string(),
        signedName: z.string().check(z.trim(), z.minLength(1), z.maxLength(200), z.regex(/^[^\r\n]*$/)),
      }),
    ),
    null,
  ),
})
