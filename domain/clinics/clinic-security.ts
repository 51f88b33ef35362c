import * as z from 'zod/mini'

/** How a clinic's team has to sign in, and what that means for the reader's own session. */
export interface ClinicSecurity {
  /** The team reads patient data only after two steps. */
  requiresMfa: boolean
  /** Whether the reader's session is enough right now. */
  mayUseHealthData: boolean
}

export const clinicSecurityInput = z.object({ requiresMfa: z.boolean() })
