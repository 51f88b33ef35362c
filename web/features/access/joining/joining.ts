import type { User } from '@supabase/auth-js'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'

/** Properties of a form by which a signed-in user joins a clinic. */
export interface Joining {
  clinic: Clinic
  user: User
  /** True once the membership is about to become active, until the page is left. */
  onJoining(isJoining: boolean): void
}
