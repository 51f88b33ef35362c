import { useQuery } from '@tanstack/react-query'
import { recoveryReminder } from '#domain/two-factor/two-factor.ts'
import { useClinicSlug } from '#web/lib/clinic/current-clinic.ts'
import { useSession } from '#web/lib/session/session-context.ts'
import { ownFactorsQuery } from './factors.ts'

/**
 * Why the user should create or save recovery codes; null if not needed or unknown. Asks the server only if the session
 * suggests a reason, since that loads the auth client.
 */
export function useRecoveryReminder(): 'none' | 'unkept' | null {
  const { user } = useSession()
  const kept = user?.user_metadata.recovery_codes_kept
  const mayBeDue = recoveryReminder(user?.factors ?? [], kept) !== null
  const own = useQuery({ ...ownFactorsQuery(useClinicSlug()), enabled: mayBeDue })
  return mayBeDue && own.data ? recoveryReminder(own.data.factors, kept) : null
}
