/** A person's relation to the clinic of the page. For display only: the server decides from its tables. */
import { type ClinicMembership, isTeamRole } from './memberships.ts'

/**
 * - `patient`: also before the email is confirmed (membership pending, docs/threats.md T31)
 * - `team`: an active membership as admin, staff or member
 * - `invited`: an invitation not yet accepted
 * - `suspended`: deactivated by the clinic (docs/domain-rules.md choice 2)
 * - `stranger`: none of these
 */
export type Standing = 'patient' | 'team' | 'invited' | 'suspended' | 'stranger'

/** @param memberships the person's rows of `clinic_memberships` */
export function standingIn(
  memberships: readonly (ClinicMembership & { suspended_at?: string | null })[],
  subdomain: string,
): Standing {
  const membership = memberships.find(({ clinic }) => clinic?.subdomain === subdomain)
  if (!membership) return 'stranger'
  if (membership.suspended_at) return 'suspended'
  if (membership.status === 'invited') return 'invited'
  if (membership.role === 'patient') return 'patient'
  return membership.status === 'active' && isTeamRole(membership.role) ? 'team' : 'invited'
}
