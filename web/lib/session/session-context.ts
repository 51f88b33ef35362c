import type { Session, User } from '@supabase/auth-js'
import { createContext, use } from 'react'
import type { ClinicMembership } from '#domain/memberships/memberships.ts'
import type { ClinicRole } from '#domain/permissions.ts'

/** The signed-in user and their role here (docs/specification.md A3, A4). */
export interface SessionState {
  session: Session | null
  user: User | null
  /** the user has a second factor that this session has not used yet */
  needsSecondStep: boolean
  isProcessing: boolean
  hasLoaded: boolean
  isFullyLoaded: boolean
  /** empty while loading, when signed out and after a failed read */
  memberships: ClinicMembership[]
  areMembershipsLoading: boolean
  /** Reads the memberships again; null unless the last read failed (docs/domain-rules.md choice 12). */
  retryMemberships: (() => void) | null
  subscriptionTier: string
  isSubscriptionTierLoading: boolean
  /** role in the current clinic, or across clinics on the main site; for display only */
  role: ClinicRole | null
  /** suspends guards and redirects while /sign-up creates account and clinic */
  isAdminSignUpInProgress: boolean
  setAdminSignUpInProgress(inProgress: boolean): void
  refreshMemberships(): Promise<ClinicMembership[]>
}

export const SessionContext = createContext<SessionState | null>(null)

export function useSession(): SessionState {
  const state = use(SessionContext)
  if (!state) throw new Error('useSession needs a SessionProvider above it')
  return state
}

/** Full name, else first and last name, else the email. */
export function displayName(user: User): string {
  const { full_name, first_name, last_name } = user.user_metadata as Record<string, string | undefined>
  const composed = [first_name, last_name].filter(Boolean).join(' ')
  return full_name?.trim() || composed || user.email || ''
}
