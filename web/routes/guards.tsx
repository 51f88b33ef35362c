import type { User } from '@supabase/auth-js'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Navigate, Outlet, useLocation, useMatches } from 'react-router'
import {
  activeMembershipIn,
  activeMemberships,
  adminClinics,
  isTeamRole,
  primaryAdminClinic,
} from '#domain/memberships/memberships.ts'
import { paths, withQuery } from '#domain/paths.ts'
import { isSetUpDue, levelOnScreen } from '#domain/two-factor/two-factor.ts'
import { ShellPlaceholder } from '../components/page/shell-placeholder.tsx'
import { clinicSecurityQuery } from '../features/two-factor/clinic-security-query.ts'
import { currentClinicSlug, withClinic } from '../lib/clinic/clinic-address.ts'
import { config } from '../lib/page/config.ts'
import { loadPart } from '../lib/page/page-chunks.ts'
import { useSecondStepDemand } from '../lib/proof/second-step.ts'
import { rememberAfterLogin } from '../lib/session/after-login.ts'
import { useSession } from '../lib/session/session-context.ts'
import { useNeedsSession } from '../lib/session/use-kept-session.ts'

/**
 * Guards of the app's areas (docs/specification.md A2). For convenience only: the server decides for every row and
 * action.
 */

const SecondStep = lazy(() => loadPart(() => import('./access/second-step.tsx')))
const SetUpSecondStep = lazy(() => loadPart(() => import('./access/set-up-second-step.tsx')))
const MembershipsFailed = lazy(() => loadPart(() => import('./memberships-failed.tsx')))

/** Requires a session, with the second step if the user has one; others sign in first and return. */
export function RequireSession() {
  const { session, isFullyLoaded, needsSecondStep } = useSession()
  useNeedsSession(session !== null)
  if (!isFullyLoaded) return <ShellPlaceholder />
  if (!session) return <ToLogin />
  return needsSecondStep ? <ToSecondStep user={session.user} /> : <Outlet />
}

/** The pages of the Billing role, which begins with Money. */
const billingAreas = [paths.clinicMoney, paths.clinicNotices, paths.settings]

export function RequireTeam() {
  const { session, isFullyLoaded, memberships, retryMemberships } = useSession()
  const { pathname } = useLocation()
  const isInbox = pathname === paths.messages
  useNeedsSession(session !== null)
  const slug = currentClinicSlug()
  if (!isFullyLoaded) return <ShellPlaceholder />
  if (!session) return <ToLogin />
  if (!slug) return <Navigate to={paths.landing} replace />
  if (retryMemberships) return <UnreadMemberships onRetry={retryMemberships} />
  const membership = activeMembershipIn(memberships, slug)
  // a link of a colleague, or typed: patients have their own page of the same name
  if (membership?.role === 'patient' && isInbox)
    return <Navigate to={withClinic(paths.homeMessages)} replace />
  if (!membership || !isTeamRole(membership.role)) return <ToUnauthorized />
  if (membership.is_billing_only && !billingAreas.some((area) => `${pathname}/`.startsWith(`${area}/`)))
    return pathname === paths.clinic ? (
      <Navigate to={withClinic(paths.clinicMoney)} replace />
    ) : (
      <ToUnauthorized />
    )
  const level = levelOnScreen(session.access_token)
  return (
    <TeamSteps user={session.user} level={level} slug={slug} clinicName={membership.clinic?.name ?? slug} />
  )
}

/**
 * Requires a session and a clinic in the URL; for its team also the clinic's sign-in rule. Others use `/appointments`
 * as patients, who may first have to join or confirm their address (docs/specification.md A2).
 */
export function RequireClinic() {
  const { session, isFullyLoaded, memberships, needsSecondStep, retryMemberships } = useSession()
  useNeedsSession(session !== null)
  const slug = currentClinicSlug()
  if (!isFullyLoaded) return <ShellPlaceholder />
  if (!session) return <ToLogin />
  if (!slug) return <Navigate to={paths.landing} replace />
  if (retryMemberships) return <UnreadMemberships onRetry={retryMemberships} />
  const role = activeMembershipIn(memberships, slug)?.role ?? null
  if (isTeamRole(role)) return <RequireTeam />
  return needsSecondStep ? <ToSecondStep user={session.user} /> : <Outlet />
}

/** Marks routes whose rows and actions need the second step if the clinic requires it. */
export const afterSecondStep = { needsSecondStep: true } as const

function usePageNeedsSecondStep(): boolean {
  return useMatches().some(({ handle }) => handle === afterSecondStep)
}

/**
 * The clinic's sign-in rule for its team. A second step is always taken first. Without one it must be set up before any
 * page once the clinic has a patient, until then only before pages that need it (docs/decisions/0032).
 */
function TeamSteps({
  user,
  level,
  slug,
  clinicName,
}: {
  user: User
  level: 'aal1' | 'aal2'
  slug: string
  clinicName: string
}) {
  const { needsSecondStep } = useSession()
  // the session changes during set-up, before the recovery codes are shown
  const [isSettingUp, setSettingUp] = useState(false)
  const security = useQuery({ ...clinicSecurityQuery(slug), enabled: level === 'aal1' && !needsSecondStep })
  const isDemanded = useSecondStepDemand()
  const pageNeedsIt = usePageNeedsSecondStep()
  const mustSetUp = isSetUpDue({ level, isDemanded, security: security.data, pageNeedsIt })
  const hasPatients = security.data?.hasPatients ?? true

  if (needsSecondStep && !isSettingUp) return <ToSecondStep user={user} />
  if (isSettingUp || mustSetUp) {
    return (
      <Suspense fallback={<ShellPlaceholder />}>
        <SetUpSecondStep
          user={user}
          clinicName={clinicName}
          leadsBackTo={hasPatients ? null : 'today'}
          onStart={() => setSettingUp(true)}
          onFinish={() => setSettingUp(false)}
        />
      </Suspense>
    )
  }
  if (level === 'aal1' && security.isPending) return <ShellPlaceholder />
  return <Outlet />
}

/**
 * For public pages with team actions, such as subscribing: all users see them, and a refusal for lack of the second
 * step replaces the page with it.
 */
export function StepsOnDemand() {
  const { session, needsSecondStep, memberships } = useSession()
  const [isSettingUp, setSettingUp] = useState(false)
  const isDemanded = useSecondStepDemand()
  const slug = currentClinicSlug()
  if (!session) return <Outlet />
  const level = levelOnScreen(session.access_token)
  if (!isSettingUp && (!isDemanded || level === 'aal2')) return <Outlet />
  if (needsSecondStep && !isSettingUp) return <ToSecondStep user={session.user} />
  const clinics = adminClinics(memberships).filter(({ subdomain }) => !slug || subdomain === slug)
  return (
    <Suspense fallback={<ShellPlaceholder />}>
      <SetUpSecondStep
        user={session.user}
        clinicName={clinics.length === 1 && clinics[0] ? clinics[0].name : config.productName}
        leadsBackTo="pricing"
        onStart={() => setSettingUp(true)}
        onFinish={() => setSettingUp(false)}
      />
    </Suspense>
  )
}

/**
 * For pages of invitation links, which prove the mailbox alone: the second step comes first, because setting a password
 * requires it.
 */
export function AskSecondStep() {
  const { session, needsSecondStep } = useSession()
  return session && needsSecondStep ? <ToSecondStep user={session.user} /> : <Outlet />
}

/** For pages without a clinic: redirects admins to their clinic, and others with a clinic to home. */
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

/** A failed read of the memberships is an error, not "you belong nowhere" (docs/domain-rules.md rule 38). */
function UnreadMemberships({ onRetry }: { onRetry(): void }) {
  return (
    <Suspense fallback={<ShellPlaceholder />}>
      <MembershipsFailed onRetry={onRetry} />
    </Suspense>
  )
}

function ToSecondStep({ user }: { user: User }) {
  return (
    <Suspense fallback={<ShellPlaceholder />}>
      <SecondStep user={user} />
    </Suspense>
  )
}

function ToLogin() {
  const { pathname, search, hash } = useLocation()
  const origin = `${pathname}${search}${hash}`
  useEffect(() => rememberAfterLogin(origin), [origin])
  return <Navigate to={withClinic(paths.login)} replace state={{ from: origin }} />
}

export function ToUnauthorized() {
  return <Navigate to={withClinic(paths.unauthorized)} replace />
}
