import { Building2 } from 'lucide-react'
import { useEffect } from 'react'
import { Outlet, useLocation } from 'react-router'
import { activeMemberships, isTeamRole } from '#domain/memberships/memberships.ts'
import { paths } from '#domain/paths.ts'
import { membershipTexts } from '#domain/texts/memberships.ts'
import { EmptyState } from '#web/components/empty-state.tsx'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { ShellPlaceholder } from '#web/components/page/shell-placeholder.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { clinicUrl, currentClinicSlug } from '#web/lib/clinic/clinic-address.ts'
import { config } from '#web/lib/page/config.ts'
import { useSession } from '#web/lib/session/session-context.ts'

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
  if (pathname.startsWith(paths.members))
    return <NoClinicSelected>{membershipTexts.noClinic}</NoClinicSelected>
  if (pathname.startsWith(paths.content))
    return <NoClinicSelected>{membershipTexts.noClinicContent}</NoClinicSelected>
  return <Outlet />
}

function NoClinicSelected({ children }: { children: string }) {
  return (
    <main id="content" className="mx-auto max-w-180 px-4 py-16">
      <PageHeading title={membershipTexts.noClinicTitle} site={config.productName} className="sr-only" />
      <EmptyState
        icon={Building2}
        title={membershipTexts.noClinicTitle}
        action={
          <Button asChild>
            <a href={paths.home}>{membershipTexts.goHome}</a>
          </Button>
        }
      >
        {children}
      </EmptyState>
    </main>
  )
}
