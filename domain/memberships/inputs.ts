/** Inputs of the actions that create and read memberships (docs/specification.md A7, B7). */

import * as z from 'zod/mini'
import { patientSignUpForm } from '../access/forms.ts'
import { invitationTexts } from '../texts/invitations.ts'

/** Input of `set-tenant-claim` and `activate-membership`. */
export const clinicIdInput = z.object({ clinicId: z.uuid() })

/** Input of `clinic-join`: the join form, and the clinic it belongs to. */
export const clinicJoinInput = z.extend(patientSignUpForm, {
  name: patientSignUpForm.shape.name.check(z.maxLength(200, invitationTexts.validation.name)),
  subdomain: z.string().check(z.trim(), z.toLowerCase(), z.maxLength(63)),
})
export type ClinicJoin = z.infer<typeof clinicJoinInput>

/** Input of `get-user-profiles`. */
export const userIdsInput = z.object({ userIds: z.array(z.uuid()).check(z.maxLength(100)) })
