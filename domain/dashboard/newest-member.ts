import type { ClinicRole } from '../permissions.ts'

export interface NewestMember {
  /** Membership id. */
  id: string
  name: string
  role: ClinicRole
  /** ISO instant. */
  joinedAt: string
}
