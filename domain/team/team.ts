/** docs/specification.md B2.12. */

import type { ClinicRole } from '../permissions.ts'

/** Kinds of access. Read-only is a flag of a member (docs/domain-rules.md choice 5). */
export const teamAccesses = ['admin', 'member', 'read-only'] as const
export type TeamAccess = (typeof teamAccesses)[number]

/** The lowest access. */
export const defaultTeamAccess: TeamAccess = 'read-only'

/** Staff and members are equivalent. */
export function accessOf({ role, isReadOnly }: { role: ClinicRole; isReadOnly: boolean }): TeamAccess {
  if (role === 'admin') return 'admin'
  return isReadOnly ? 'read-only' : 'member'
}

/** Access that a caller may grant: never above their own (docs/threats.md T4). */
export function givableAccesses(mayMakeAdmins: boolean): readonly TeamAccess[] {
  return teamAccesses.filter((access) => mayMakeAdmins || access !== 'admin')
}

export function membershipFor(access: TeamAccess): { role: 'admin' | 'member'; isReadOnly: boolean } {
  return access === 'admin'
    ? { role: 'admin', isReadOnly: false }
    : { role: 'member', isReadOnly: access === 'read-only' }
}

export const maxInvites = 20
