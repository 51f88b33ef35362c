import * as z from 'zod/mini'

/** What a clinic requires of its team at sign-in, and whether the caller's session meets it. */
export interface ClinicSecurity {
  /** The team can read patient data only after the second step. */
  requiresMfa: boolean
  /** Whether the caller's session is sufficient right now. */
  mayUseHealthData: boolean
  /** Whether anybody is, was or is invited as a patient: from then on the team needs the second step on every page. */
  hasPatients: boolean
}

export const clinicSecurityInput = z.object({ requiresMfa: z.boolean() })
