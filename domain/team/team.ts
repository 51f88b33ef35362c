/** The clinic's team: the three kinds of access, and inviting several people at once (docs/specification.md B2.12). */

import * as z from 'zod/mini'
import { type ClinicRole, permissionSets } from '../permissions.ts'
import { invitationTexts } from '../texts/invitations.ts'
import { teamTexts } from '../texts/team.ts'

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

const invite = z.object({
  email: z
    .string()
    .check(
      z.trim(),
      z.toLowerCase(),
      z.email(invitationTexts.validation.email),
      z.maxLength(255, invitationTexts.validation.email),
    ),
  access: z.enum(teamAccesses, invitationTexts.validation.role),
})

/** The page's form: every address once. */
export const teamInvitesForm = z
  .object({ invites: z.array(invite).check(z.minLength(1), z.maxLength(maxInvites)) })
  .check((form) => {
    const seen = new Set<string>()
    for (const [index, { email }] of form.value.invites.entries()) {
      if (seen.has(email)) {
        form.issues.push({
          code: 'custom',
          path: ['invites', index, 'email'],
          message: teamTexts.invite.twice,
          input: email,
        })
      }
      seen.add(email)
    }
  })
export type TeamInvitesForm = z.infer<typeof teamInvitesForm>

/** Input of `change-team-access`. */
export const changeTeamAccessInput = z.object({ membershipId: z.uuid(), access: z.enum(teamAccesses) })

/** Input of `set-permission-sets`: the sets that a staff membership holds from now on. */
export const setPermissionSetsInput = z.object({
  membershipId: z.uuid(),
  permissionSets: z.array(z.enum(permissionSets)).check(z.maxLength(permissionSets.length)),
})
