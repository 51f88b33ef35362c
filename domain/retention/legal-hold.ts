import * as z from 'zod/mini'

export const legalHoldInput = z.object({
  patientId: z.uuid(),
  /** True places a hold, false releases it; absent: only reads. */
  hold: z.optional(z.boolean()),
})

export interface LegalHold {
  /** ISO instant; null: no hold. */
  heldSince: string | null
}
