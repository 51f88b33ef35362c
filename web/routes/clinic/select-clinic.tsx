import { lazy, Suspense, useEffect } from 'react'
import { Outlet, useLocation } from 'react-router'
import { activeMemberships, isTeamRole } from '#domain/memberships/memberships.ts'
import { paths } from '#domain/paths.ts'
import { ShellPlaceholder } from '#web/components/page/shell-placeholder.tsx'
import { clinicUrl, currentClinicSlug } from '#web/lib/clinic/clinic-address.ts'
import { loadPart } from '#web/lib/page/page-chunks.ts'
import { useSession } from '#web/lib/session/session-context.ts'

const NoClinicSelected = lazy(() =>
  loadPart(() => import('#web/features/memberships/no-clinic-selected.tsx')),
)

/**
 * Without a clinic in the URL, the team's pages open in the user's first clinic (docs/specification.md B2.10). Without
 * a membership, the pages of members and content report it; others leave it to their guard.
 */
export default function SelectClinic() {
  const { session, isFullyLoaded, memberships } = useSession()
  const { pathname, search } = useLocation()
  const slug = currentClinicSlug()
  const first = activeMemberships(memberships).find(
    ({ role, clinic }) => isTeamRole(role) && clinic?.subdomain,
  )
  const elsewhere =
    !slug && session && isFullyLoaded && first?.clinic?.subdomain
      ? clinicUrl(first.clinic.subdomain, `${pathname}${search}`)
      : null

  useEffect(() => {
    if (elsewhere) location.replace(elsewhere)
  }, [elsewhere])

  if (slug || (isFullyLoaded && !session)) return <Outlet />
  if (!isFullyLoaded || elsewhere) return <ShellPlaceholder />
  const page = [paths.members, paths.content].find((path) => pathname.startsWith(path))
  return page ? (
    <Suspense fallback={<ShellPlaceholder />}>
      <NoClinicSelected page={page} />
    </Suspense>
  ) : (
    <Outlet />
  )
}
