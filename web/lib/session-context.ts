import type { Session, User } from '@supabase/auth-js'
import { createContext, use } from 'react'
import type { ClinicMembership } from '#domain/memberships/memberships.ts'
import type { ClinicRole } from '#domain/permissions.ts'

/** Who is signed in and what that means here; docs/specification.md A3, A4. */
export interface SessionState {
  session: Session | null
  user: User | null
  /** the person has a second factor and this session has not shown it: they are asked for it before anything else */
  needsSecondStep: boolean
  /** an auth event is being worked through */
  isProcessing: boolean
  /** the stored session has been looked at once */
  hasLoaded: boolean
  /** `hasLoaded`, and nobody is signed in or both tier and memberships are there */
  isFullyLoaded: boolean
  /** empty while loading, when signed out and when the read failed */
  memberships: ClinicMembership[]
  areMembershipsLoading: boolean
  /** `free` by default */
  subscriptionTier: string
  isSubscriptionTierLoading: boolean
  /** role in the current clinic, or across clinics on the main site; for the screen only */
  role: ClinicRole | null
  /** keeps guards and redirects quiet while /sign-up makes account and clinic */
  isAdminSignUpInProgress: boolean
  setAdminSignUpInProgress(inProgress: boolean): void
  /** Reads the memberships again and gives the new list. */
  refreshMemberships(): Promise<ClinicMembership[]>
}

export const SessionContext = createContext<SessionState | null>(null)

export function useSession(): SessionState {
  const state = use(SessionContext)
  if (!state) throw new Error('useSession needs a SessionProvider above it')
  return state
}

/** Name to call a person by: full name, else first and last name, else the email. */
export function displayName(user: User): string {
  const { full_name, first_name, last_name } = user.user_metadata as Record<string, string | undefined>
  const composed = [first_name, last_name].filter(Boolean).join(' ')
  return full_name?.trim() || composed || user.email || ''
}
