import * as z from 'zod/mini'

export interface ClinicSecurity {
  /** The team needs aal2 to read patient data. */
  requiresMfa: boolean
  /** Whether the caller's session meets them. */
  mayUseHealthData: boolean
  /** Whether the clinic has or had patients or invited any: then the team needs aal2 on every page. */
  hasPatients: boolean
}

export const clinicSecurityInput = z.object({ requiresMfa: z.boolean() })
