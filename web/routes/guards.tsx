import { useEffect } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { activeMembershipIn, activeMemberships, isTeamRole, primaryAdminClinic } from '#domain/memberships.ts'
import { ShellPlaceholder } from '../components/shell-placeholder.tsx'
import { rememberAfterLogin } from '../lib/after-login.ts'
import { currentClinicSlug, withClinic } from '../lib/clinic-address.ts'
import { useSession } from '../lib/session-context.ts'
import { paths, withQuery } from '../paths.ts'

/**
 * Who may enter which part of the app (seed 1, section 2). A courtesy that saves people a refusal: the server decides
 * again, for every row and every action.
 */

/** Authenticated only; everybody else signs in first and comes back. */
export function RequireSession() {
  const { session, isFullyLoaded } = useSession()
  if (!isFullyLoaded) return <ShellPlaceholder />
  return session ? <Outlet /> : <ToLogin />
}

/** An active membership as admin, staff or member of the current clinic. */
export function RequireTeam() {
  const { session, isFullyLoaded, memberships } = useSession()
  const slug = currentClinicSlug()
  if (!isFullyLoaded) return <ShellPlaceholder />
  if (!session) return <ToLogin />
  if (!slug) return <Navigate to={paths.landing} replace />
  const membership = activeMembershipIn(memberships, slug)
  return membership && isTeamRole(membership.role) ? <Outlet /> : <ToUnauthorized />
}

/** An active admin membership in the current clinic. */
export function RequireAdmin() {
  const { session, isFullyLoaded, memberships } = useSession()
  if (!isFullyLoaded) return <ShellPlaceholder />
  if (!session) return <ToLogin />
  return activeMembershipIn(memberships, currentClinicSlug())?.role === 'admin' ? (
    <Outlet />
  ) : (
    <ToUnauthorized />
  )
}

/** For pages that only make sense without a clinic: admins go to theirs, everybody else with a clinic to home. */
export function RequireNoClinic() {
  const { session, isFullyLoaded, memberships, isAdminSignUpInProgress } = useSession()
  if (!session || isAdminSignUpInProgress) return <Outlet />
  if (!isFullyLoaded) return <ShellPlaceholder />
  const adminClinic = primaryAdminClinic(memberships)
  if (adminClinic) {
    return <Navigate to={withQuery(paths.clinic, { c: adminClinic.subdomain ?? undefined })} replace />
  }
  const hasClinic = activeMemberships(memberships).some(({ clinic }) => clinic !== null)
  return hasClinic ? <Navigate to={paths.home} replace /> : <Outlet />
}

function ToLogin() {
  const { pathname, search, hash } = useLocation()
  const origin = `${pathname}${search}${hash}`
  useEffect(() => rememberAfterLogin(origin), [origin])
  return <Navigate to={withClinic(paths.login)} replace state={{ from: origin }} />
}

function ToUnauthorized() {
  return <Navigate to={withClinic(paths.unauthorized)} replace />
}
