/** docs/specification.md A7, B7. */

import * as z from 'zod/mini'
import { patientSignUpForm } from '../access/forms.ts'
import { type VisitsAhead, visitDecisions } from '../appointments/visits-ahead.ts'
import { openAmountChoice } from '../subscriptions/inputs.ts'
import { invitationTexts } from '../texts/invitations.ts'
import { memberTabs, paymentFilters, roleFilters, statusFilters } from './member-list.ts'

export const clinicIdInput = z.object({ clinicId: z.uuid() })

export const clinicJoinInput = z.extend(patientSignUpForm, {
  name: patientSignUpForm.shape.name.check(z.maxLength(200, invitationTexts.validation.name)),
  subdomain: z.string().check(z.trim(), z.toLowerCase(), z.maxLength(63)),
})
export type ClinicJoin = z.infer<typeof clinicJoinInput>

export const leaveClinicInput = z.object({
  /** False: only lists what leaving would end. */
  confirmed: z.boolean(),
  open: openAmountChoice,
  visits: visitDecisions,
})

export const removeMemberInput = z.object({
  membershipId: z.uuid(),
  open: openAmountChoice,
  visits: visitDecisions,
})

export const deactivateMemberInput = z.object({ membershipId: z.uuid(), visits: visitDecisions })

export interface LeavingClinic {
  /** `paidUntil` is the ISO instant of the plan's end; null if it is overdue. */
  plans: { name: string; paidUntil: string | null }[]
  open: { amountCents: number; currency: string } | null
  /** The visits ahead, each of which needs a decision. */
  ahead: VisitsAhead
  left: boolean
  /** Whether Stripe has confirmed the end of the plans. */
  isConfirmed: boolean
}

export const userIdsInput = z.object({ userIds: z.array(z.uuid()).check(z.maxLength(100)) })

export const memberFilterInput = z.object({
  tab: z._default(z.enum(memberTabs), 'all'),
  /** Parts of a name, email address, phone number or birthday, in any notation. */
  search: z._default(z.string().check(z.trim(), z.maxLength(200)), ''),
  role: z._default(z.enum(roleFilters), 'all'),
  status: z._default(z.enum(statusFilters), 'all'),
  plan: z._default(z.union([z.literal('all'), z.uuid()]), 'all'),
  payment: z._default(z.enum(paymentFilters), 'all'),
})
export type MemberFilter = z.infer<typeof memberFilterInput>

/** Without a cursor: the newest members. */
export const listMembersInput = z.extend(memberFilterInput, {
  /** Last member of the previous page. */
  afterId: z.optional(z.uuid()),
  /** First member of the next page. */
  beforeId: z.optional(z.uuid()),
})
export type MemberListing = z.infer<typeof listMembersInput>

/** Id of a membership or of a patient's record. */
export const personInput = z.object({ personId: z.uuid() })

/** Without `before`, the newest. */
export const personLooksInput = z.object({
  patientId: z.uuid(),
  belowId: z.optional(z.number().check(z.int(), z.positive())),
})

/** For a choice of few, or for a list of what belongs to them. */
export const mostPatientsFound = { choice: 8, list: 200 }

export const findPatientsInput = z.object({
  text: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  most: z._default(z.int().check(z.minimum(1), z.maximum(mostPatientsFound.list)), mostPatientsFound.choice),
})

export const recentPeopleInput = z.object({ ids: z.array(z.uuid()).check(z.maxLength(8)) })

export const searchPeopleInput = z.object({
  text: z.string().check(z.trim(), z.minLength(2), z.maxLength(200)),
})
