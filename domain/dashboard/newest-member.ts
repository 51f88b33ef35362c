import type { ClinicRole } from '../permissions.ts'

/** Somebody who joined lately, as `newest-members` answers. */
export interface NewestMember {
  /** of the membership */
  id: string
  name: string
  role: ClinicRole
  /** ISO instant */
  joinedAt: string
}
