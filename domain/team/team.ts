/** The clinic's team: the three kinds of access, and inviting several people at once (docs/specification.md B2.12). */

import type { ClinicRole } from '../permissions.ts'

/** What the team page offers. Read only is a mark on a member (docs/domain-rules.md choice 5). */
export const teamAccesses = ['admin', 'member', 'read-only'] as const
export type TeamAccess = (typeof teamAccesses)[number]

/** The least that somebody can be given. */
export const defaultTeamAccess: TeamAccess = 'read-only'

/** What a team membership amounts to; staff and members are equivalent. */
export function accessOf({ role, isReadOnly }: { role: ClinicRole; isReadOnly: boolean }): TeamAccess {
  if (role === 'admin') return 'admin'
  return isReadOnly ? 'read-only' : 'member'
}

/** The kinds of access that a caller may give: one is never given above one's own (docs/threats.md T4). */
export function givableAccesses(mayMakeAdmins: boolean): readonly TeamAccess[] {
  return teamAccesses.filter((access) => mayMakeAdmins || access !== 'admin')
}

/** The membership that an access stands for. */
export function membershipFor(access: TeamAccess): { role: 'admin' | 'member'; isReadOnly: boolean } {
  return access === 'admin'
    ? { role: 'admin', isReadOnly: false }
    : { role: 'member', isReadOnly: access === 'read-only' }
}

export const maxInvites = 20
