import type { Session } from '@supabase/auth-js'
import type { QueryClient } from '@tanstack/react-query'
import type { TenantAccess } from '#domain/memberships/memberships.ts'
import { paths } from '#domain/paths.ts'
import { levelOnScreen } from '#domain/two-factor/two-factor.ts'
import { clinicSecurityQuery } from '../features/two-factor/clinic-security-query.ts'
import { currentClinicSlug } from '../lib/clinic/clinic-address.ts'
import { clinicQuery } from '../lib/clinic/clinic-query.ts'
import { lacksSecondStep } from '../lib/session/session-methods.ts'
import { membershipsQuery, subscriptionTierQuery } from '../lib/session/session-queries.ts'

/**
 * Reads the data that every signed-in page waits for, in one request while the page's code loads (docs/decisions/0119):
 * memberships, clinic, and the team's sign-in rule (guards.tsx).
 *
 * @returns when they have ended, in whatever way
 */
export async function startFirstReads(queryClient: QueryClient, session: Session): Promise<void> {
  const slug = currentClinicSlug()
  const reads = [
    queryClient.prefetchQuery(membershipsQuery(slug, session.user.id)),
    queryClient.prefetchQuery(subscriptionTierQuery(slug, session.user.id)),
  ]
  if (slug !== null) reads.push(queryClient.prefetchQuery(clinicQuery(slug)))
  const claims: TenantAccess = session.user.app_metadata.tenant_access ?? {}
  // a new session may lack the claims; only the team opens its pages
  const isOnTeam = Object.keys(claims).length > 0 || isTeamPage(location.pathname)
  const isFirstStepEnough = levelOnScreen(session.access_token) === 'aal1' && !lacksSecondStep(session)
  if (slug !== null && isOnTeam && isFirstStepEnough)
    reads.push(queryClient.prefetchQuery(clinicSecurityQuery(slug)))
  await Promise.all(reads)
}

/** True for URLs of the clinic's area. `/appointments` is also the patients'. */
function isTeamPage(pathname: string): boolean {
  const areas = [paths.clinic, paths.members, paths.messages, paths.content, paths.settings]
  return areas.some((area) => pathname === area || pathname.startsWith(`${area}/`))
}
