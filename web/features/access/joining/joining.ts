import type { User } from '@supabase/auth-js'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'

export interface Joining {
  clinic: Clinic
  user: User
  /** True while the membership becomes active, until the page is left. */
  onJoining(isJoining: boolean): void
}
