import { useQuery } from '@tanstack/react-query'
import { recoveryReminder } from '#domain/two-factor/two-factor.ts'
import { useClinicSlug } from '#web/lib/current-clinic.ts'
import { useSession } from '#web/lib/session-context.ts'
import { ownFactorsQuery } from './factors.ts'

/** Why the person should make or keep recovery codes; null when there is nothing to do, and while it is unknown. */
export function useRecoveryReminder(): 'none' | 'unkept' | null {
  const { user } = useSession()
  const own = useQuery({ ...ownFactorsQuery(useClinicSlug()), enabled: user !== null })
  return own.data ? recoveryReminder(own.data.factors, user?.user_metadata.recovery_codes_kept) : null
}
