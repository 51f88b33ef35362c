import type { User } from '@supabase/auth-js'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import {
  activeMembershipIn,
  isTeamRole,
  roleOnScreen,
  type TenantAccess,
} from '#domain/memberships/memberships.ts'
import { paths } from '#domain/paths.ts'
import { withClinic } from '../clinic/clinic-address.ts'
import { useClinicSlug } from '../clinic/current-clinic.ts'
import { callFunction } from '../fetch/api.ts'
import { forgetDrafts } from '../offline/drafts.ts'
import { forgetLessons, forgetLessonsOfOthers } from '../offline/stored-lessons.ts'
import { forgetSlides } from '../offline/stored-slides.ts'
import { afterPage } from '../page/after-page.ts'
import { leaveWithoutAsking } from '../page/leave-page.ts'
import { onSecondStepDemand } from '../proof/second-step-demands.ts'
import { auth, loadAuth, onSession } from './auth.ts'
import { followStoredSession } from './follow-stored-session.ts'
import { SessionContext, type SessionState } from './session-context.ts'
import { sessionKeeper } from './session-keeper.ts'
import { lacksSecondStep } from './session-methods.ts'
import { membershipsQuery, subscriptionTierQuery } from './session-queries.ts'
import { setTenantClaim } from './tenant-claim.ts'

const pauseMs = 3_000

/** Follows auth events and provides the user's memberships and tier. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient()
  const slug = useClinicSlug()
  const { session } = useSyncExternalStore(sessionKeeper.subscribe, sessionKeeper.current)
  // main.tsx has read it, unless its token has expired
  const [hasLoaded, setHasLoaded] = useState(session !== null)
  const [isProcessing, setProcessing] = useState(!hasLoaded)
  const [isAdminSignUpInProgress, setAdminSignUpInProgress] = useState(false)

  useEffect(
    () =>
      sessionKeeper.connect({
        forget: () => {
          queryClient.clear()
          forgetLessons()
        },
        readAgain: () => void queryClient.invalidateQueries(),
        startOver: () => {
          forgetDrafts()
          forgetSlides()
          forgetLessons()
          leaveWithoutAsking(withClinic(paths.login))
        },
      }),
    [queryClient],
  )

  useEffect(() => {
    return onSession((event, next) => {
      const before = sessionKeeper.current().session
      sessionKeeper.accept(next)
      setHasLoaded(true)
      setProcessing(false)
      // another user may have signed in on another host of this site
      if (event === 'INITIAL_SESSION' && next) void forgetLessonsOfOthers(next.user.id)
      // the client also reports this for a stored session when it loads
      if (event === 'SIGNED_IN' && next?.access_token !== before?.access_token) sessionKeeper.prove()
    })
  }, [])

  useEffect(() => followStoredSession(), [])

  const isSignedIn = session !== null
  // after the page has loaded: refreshes the token and follows other tabs
  useEffect(() => {
    if (!isSignedIn) return
    return afterPage(queryClient, () => void loadAuth().catch(() => {}), pauseMs)
  }, [queryClient, isSignedIn])

  // a second factor may have been added or removed on another device
  useEffect(() => onSecondStepDemand(() => void auth.refreshSession()), [])

  const user = session?.user ?? null
  const memberships = useQuery(membershipsQuery(slug, user?.id))
  const isAnswered = memberships.data !== undefined
  useReadsOnceConfirmed(user)
  // the cookie is only storage: the server decides if the session is valid (docs/threats.md T10)
  useEffect(() => {
    if (isAnswered) sessionKeeper.prove()
  }, [isAnswered])
  const tier = useQuery(subscriptionTierQuery(slug, user?.id))
  const claims = user?.app_metadata.tenant_access as TenantAccess | undefined

  const membership = activeMembershipIn(memberships.data ?? [], slug)
  // claims contain team roles only, so patients need none
  useTenantClaim(
    user?.id,
    membership && isTeamRole(membership.role) ? membership.clinic_id : undefined,
    claims,
  )

  const state = useMemo<SessionState>(() => {
    const rows = user ? (memberships.data ?? []) : []
    return {
      session,
      user,
      needsSecondStep: session !== null && lacksSecondStep(session),
      isProcessing,
      hasLoaded,
      isFullyLoaded: hasLoaded && (!user || (!memberships.isPending && !tier.isPending)),
      memberships: rows,
      areMembershipsLoading: user !== null && memberships.isPending,
      retryMemberships: user && memberships.isLoadingError ? () => void memberships.refetch() : null,
      subscriptionTier: (user && tier.data) || 'free',
      isSubscriptionTierLoading: user !== null && tier.isPending,
      role: user ? roleOnScreen(rows, slug, claims) : null,
      isAdminSignUpInProgress,
      setAdminSignUpInProgress,
      async refreshMemberships() {
        const { data } = await auth.getSession()
        if (!data.session) return []
        const query = membershipsQuery(slug, data.session.user.id)
        await queryClient.invalidateQueries({ queryKey: query.queryKey, refetchType: 'none' })
        return queryClient.fetchQuery(query).catch(() => [])
      },
    }
  }, [
    session,
    user,
    isProcessing,
    hasLoaded,
    memberships.data,
    memberships.isPending,
    memberships.isLoadingError,
    memberships.refetch,
    tier.data,
    tier.isPending,
    slug,
    claims,
    isAdminSignUpInProgress,
    queryClient,
  ])

  return <SessionContext value={state}>{children}</SessionContext>
}

/** The first proof of an address activates memberships, and with them everything that patients read. */
function useReadsOnceConfirmed(user: User | null): void {
  const queryClient = useQueryClient()
  const unconfirmed = useRef<string | null>(null)
  const userId = user?.id ?? null
  const isConfirmed = Boolean(user?.email_confirmed_at)

  useEffect(() => {
    if (isConfirmed && userId && unconfirmed.current === userId) void queryClient.invalidateQueries()
    unconfirmed.current = isConfirmed ? null : userId
  }, [queryClient, userId, isConfirmed])
}

/** Once per page load and clinic: requests a missing claim, then a token that contains it. */
function useTenantClaim(
  userId: string | undefined,
  clinicId: string | undefined,
  claims: TenantAccess = {},
): void {
  const queryClient = useQueryClient()
  const asked = useRef(new Set<string>())
  const isMissing = clinicId !== undefined && !(clinicId in claims)

  useEffect(() => {
    if (!userId || !clinicId || !isMissing || asked.current.has(`${userId} ${clinicId}`)) return
    // for display only, so after the page's own reads
    const ask = () => {
      asked.current.add(`${userId} ${clinicId}`)
      void setTenantClaim(clinicId, callFunction).then((isSet) => (isSet ? auth.refreshSession() : null))
    }
    return afterPage(queryClient, ask, pauseMs)
  }, [queryClient, userId, clinicId, isMissing])
}
