import * as z from 'zod/mini'

/** Input of `legal-hold`. */
export const legalHoldInput = z.object({
  patientId: z.uuid(),
  /** true places a hold, false releases it; absent: only asks */
  hold: z.optional(z.boolean()),
})

/** Answer of `legal-hold`. */
export interface LegalHold {
  /** ISO instant; null: none */
  heldSince: string | null
}
