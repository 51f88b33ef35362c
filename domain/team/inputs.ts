import * as z from 'zod/mini'
import { permissionSets } from '../permissions.ts'
import { invitationTexts } from '../texts/invitations.ts'
import { teamTexts } from '../texts/team.ts'
import { maxInvites, teamAccesses } from './team.ts'

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

/** Requires distinct addresses. */
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

export const changeTeamAccessInput = z.object({ membershipId: z.uuid(), access: z.enum(teamAccesses) })

/** Replaces the sets of a staff membership. */
export const setPermissionSetsInput = z.object({
  membershipId: z.uuid(),
  permissionSets: z.array(z.enum(permissionSets)).check(z.maxLength(permissionSets.length)),
})
