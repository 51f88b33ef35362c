/** What a person is to the clinic of the current page. For display only: the server decides from its own tables. */
import { type ClinicMembership, isTeamRole } from './memberships.ts'

/**
 * - `patient`: also while the email is unconfirmed (membership pending, docs/threats.md T31)
 * - `team`: an active membership as admin, staff or member
 * - `invited`: an invitation not yet accepted
 * - `suspended`: the clinic has deactivated the person (docs/domain-rules.md choice 2)
 * - `stranger`: none of these
 */
export type Standing = 'patient' | 'team' | 'invited' | 'suspended' | 'stranger'

/** @param memberships the person's own rows of `clinic_memberships` */
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
