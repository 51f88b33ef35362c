import { useQuery } from '@tanstack/react-query'
import { recoveryReminder } from '#domain/two-factor/two-factor.ts'
import { useClinicSlug } from '#web/lib/clinic/current-clinic.ts'
import { useSession } from '#web/lib/session/session-context.ts'
import { ownFactorsQuery } from './factors.ts'

/**
 * Why the person should make or keep recovery codes; null when there is nothing to do, and while it is unknown.
 *
 * The session says whether there may be a reason; only then the server is asked, which takes the auth client. A second step
 * that was set up on another device is in the session after an hour at most.
 */
export function useRecoveryReminder(): 'none' | 'unkept' | null {
  const { user } = useSession()
  const kept = user?.user_metadata.recovery_codes_kept
  const mayBeDue = recoveryReminder(user?.factors ?? [], kept) !== null
  const own = useQuery({ ...ownFactorsQuery(useClinicSlug()), enabled: mayBeDue })
  return mayBeDue && own.data ? recoveryReminder(own.data.factors, kept) : null
}
