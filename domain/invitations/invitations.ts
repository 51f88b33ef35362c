/** Inviting somebody to a clinic: the dialog's form and the server's input (docs/specification.md B2.11, B5, B7). */

import * as z from 'zod/mini'
import { invitationTexts } from '../texts/invitations.ts'
import { onOneLine } from '../values/one-line.ts'

/** How long an invitation can be accepted (docs/contracts/auth.md 9). */
export const invitationHours = 72

const rules = invitationTexts.validation

const email = z.string().check(z.trim(), z.toLowerCase(), z.email(rules.email), z.maxLength(255, rules.email))
const nameText = z.string().check(onOneLine(), z.maxLength(200, rules.name))

/** The roles of the invite dialog; patients are invited by a second dialog with a fixed role. */
export const invitableTeamRoles = ['admin', 'staff', 'member'] as const

export const inviteForm = z.object({
  email,
  name: nameText,
  role: z.enum(invitableTeamRoles, rules.role),
})
export type InviteForm = z.infer<typeof inviteForm>

/** Input of `invite-patient`. */
export const invitePatientInput = z.object({
  clinicId: z.uuid(),
  email,
  name: z.nullish(nameText),
  role: z.enum([...invitableTeamRoles, 'patient'], rules.role),
  /** for staff and members: they see what the team sees, and change nothing; not used for other roles */
  isReadOnly: z.nullish(z.boolean()),
  /** For a patient: the record that the clinic keeps of them already, which becomes theirs. */
  patientId: z.nullish(z.uuid()),
  /** Where the link leads; anything but the invite callback on one of our hosts is replaced (docs/threats.md T8). */
  redirectUrl: z.nullish(z.string()),
})

/** Input of `resend-invitation` and `revoke-invitation`. */
export const membershipIdInput = z.object({ membershipId: z.uuid() })

/** A pending invitation, as `invite-patient` and `resend-invitation` answer it. `expiresAt` is an ISO instant. */
export interface InvitationView {
  id: string
  membershipId: string
  email: string
  role: 'admin' | 'staff' | 'member' | 'patient'
  expiresAt: string
  /** a link sent before has stopped working */
  endsEarlierLink: boolean
}
