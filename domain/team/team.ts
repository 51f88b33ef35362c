/** docs/specification.md B2.12. */

import type { ClinicRole } from '../permissions.ts'

/** Kinds of access. Read-only and Billing are flags of a member (docs/domain-rules.md choice 5). */
export const teamAccesses = ['admin', 'member', 'read-only', 'billing'] as const
export type TeamAccess = (typeof teamAccesses)[number]

/** The lowest access. */
export const defaultTeamAccess: TeamAccess = 'read-only'

/** Staff and members are equivalent. */
export function accessOf({
  role,
  isReadOnly,
  isBillingOnly,
}: {
  role: ClinicRole
  isReadOnly: boolean
  isBillingOnly: boolean
}): TeamAccess {
  if (role === 'admin') return 'admin'
  if (isBillingOnly) return 'billing'
  return isReadOnly ? 'read-only' : 'member'
}

/** Access that a caller may grant: never above their own (docs/threats.md T4). */
export function givableAccesses(mayMakeAdmins: boolean): readonly TeamAccess[] {
  return teamAccesses.filter((access) => mayMakeAdmins || !isForAdmins(access))
}

/** Only admins give or take these: an admin has every right, Billing the money. */
export function isForAdmins(access: TeamAccess): boolean {
  return access === 'admin' || access === 'billing'
}

export function membershipFor(access: TeamAccess): {
  role: 'admin' | 'member'
  isReadOnly: boolean
  isBillingOnly: boolean
} {
  return {
    role: access === 'admin' ? 'admin' : 'member',
    isReadOnly: access === 'read-only',
    isBillingOnly: access === 'billing',
  }
}

export const maxInvites = 20
