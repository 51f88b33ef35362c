import { activeMembershipIn } from '#domain/memberships/memberships.ts'
import { can, type Permission } from '#domain/permissions.ts'
import { currentClinicSlug } from './clinic-address.ts'
import { useSession } from './session-context.ts'

/**
 * What the signed-in person may do in the current clinic, by their membership: `const may = useCan()`, `may('plans:write')`.
 *
 * It hides what the server would refuse; it protects nothing.
 */
export function useCan(): (permission: Permission) => boolean {
  const { memberships } = useSession()
  const membership = activeMembershipIn(memberships, currentClinicSlug())
  return (permission) =>
    can({ role: membership?.role ?? null, isReadOnly: membership?.is_read_only ?? false }, permission)
}
