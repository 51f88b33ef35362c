/** docs/specification.md B2.11, B5, B7. */

import * as z from 'zod/mini'
import { invitationTexts } from '../texts/invitations.ts'
import { onOneLine } from '../values/one-line.ts'

/** docs/contracts/auth.md 9 */
export const invitationHours = 72

const rules = invitationTexts.validation

const email = z.string().check(z.trim(), z.toLowerCase(), z.email(rules.email), z.maxLength(255, rules.email))
const nameText = z.string().check(onOneLine(), z.maxLength(200, rules.name))

export const invitableTeamRoles = ['admin', 'staff', 'member'] as const

export const inviteForm = z.object({
  email,
  name: nameText,
  role: z.enum([...invitableTeamRoles, 'read-only', 'billing', 'patient'], rules.role),
})
export type InviteForm = z.infer<typeof inviteForm>

export const invitePatientInput = z.object({
  clinicId: z.uuid(),
  email,
  name: z.nullish(nameText),
  role: z.enum([...invitableTeamRoles, 'patient'], rules.role),
  /** For staff and members: they can read as the team, but change nothing. */
  isReadOnly: z.nullish(z.boolean()),
  /** For staff and members: the Billing role, which sees the money and no health data. */
  isBillingOnly: z.nullish(z.boolean()),
  /** For a patient: the existing record to take over. */
  patientId: z.nullish(z.uuid()),
  /** Target of the link. Anything but the invite callback on our hosts is replaced (docs/threats.md T8). */
  redirectUrl: z.nullish(z.string()),
})

export const membershipIdInput = z.object({ membershipId: z.uuid() })

/** A pending invitation. `expiresAt` is an ISO instant. */
export interface InvitationView {
  id: string
  membershipId: string
  email: string
  role: 'admin' | 'staff' | 'member' | 'patient'
  expiresAt: string
  /** Whether an earlier link stopped working. */
  endsEarlierLink: boolean
}

/** Patients with an address who have neither an account nor were ever invited (docs/decisions/0176). */
export interface UninvitedPatients {
  /** Those with an address of their own, and the chosen holders of shared ones. */
  count: number
  /** Of these, added in the last 30 days. */
  recent: number
  /** Those who share an address with another patient. */
  shared: number
}

/** Older ones are no news of the dashboard. */
export const recentlyAddedDays = 30
