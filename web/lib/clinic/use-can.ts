import { activeMembershipIn } from '#domain/memberships/memberships.ts'
import { can, type Permission } from '#domain/permissions.ts'
import { useSession } from '../session/session-context.ts'
import { currentClinicSlug } from './clinic-address.ts'

/**
 * The user's permissions in the current clinic: `const may = useCan()`, `may('plans:write')`. Only hides controls; the
 * server enforces permissions.
 */
export function useCan(): (permission: Permission) => boolean {
  const { memberships } = useSession()
  const membership = activeMembershipIn(memberships, currentClinicSlug())
  return (permission) =>
    can(
      {
        role: membership?.role ?? null,
        isReadOnly: membership?.is_read_only ?? false,
        isBillingOnly: membership?.is_billing_only ?? false,
        permissionSets: membership?.permission_sets ?? [],
      },
      permission,
    )
}
