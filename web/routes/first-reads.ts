import type { Session } from '@supabase/auth-js'
import type { QueryClient } from '@tanstack/react-query'
import type { TenantAccess } from '#domain/memberships/memberships.ts'
import { paths } from '#domain/paths.ts'
import { levelOnScreen } from '#domain/two-factor/two-factor.ts'
import { clinicSecurityQuery } from '../features/two-factor/clinic-security.ts'
import { currentClinicSlug } from '../lib/clinic/clinic-address.ts'
import { clinicQuery } from '../lib/clinic/current-clinic.ts'
import { lacksSecondStep } from '../lib/session/session-methods.ts'
import { membershipsQuery, subscriptionTierQuery } from '../lib/session/session-queries.ts'

/**
 * Asks for what every page of a signed-in person waits for, as one question and while the page's own parts are still being
 * loaded (docs/decisions/0119): who they are here, the clinic, and its rule of sign-in for its team (guards.tsx).
 */
export function startFirstReads(queryClient: QueryClient, session: Session): void {
  const slug = currentClinicSlug()
  void queryClient.prefetchQuery(membershipsQuery(slug, session.user.id))
  void queryClient.prefetchQuery(subscriptionTierQuery(slug, session.user.id))
  if (slug === null) return
  void queryClient.prefetchQuery(clinicQuery(slug))
  const claims: TenantAccess = session.user.app_metadata.tenant_access ?? {}
  // a session that has just begun may lack the claims, and nobody but the team has a reason to open its pages
  const isOnTeam = Object.keys(claims).length > 0 || isTeamPage(location.pathname)
  const isFirstStepEnough = levelOnScreen(session.access_token) === 'aal1' && !lacksSecondStep(session)
  if (isOnTeam && isFirstStepEnough) void queryClient.prefetchQuery(clinicSecurityQuery(slug))
}

/** Whether a page is in the clinic's area, by its address. `/appointments` is everybody's. */
function isTeamPage(pathname: string): boolean {
  const areas = [paths.clinic, paths.members, paths.messages, paths.content, paths.settings]
  return areas.some((area) => pathname === area || pathname.startsWith(`${area}/`))
}
