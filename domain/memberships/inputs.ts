/** Inputs of the actions that create and read memberships (docs/specification.md A7, B7). */

import * as z from 'zod/mini'
import { patientSignUpForm } from '../access/forms.ts'
import { openAmountChoice } from '../subscriptions/inputs.ts'
import { invitationTexts } from '../texts/invitations.ts'
import { memberTabs, paymentFilters, roleFilters, statusFilters } from './member-list.ts'

/** Input of `set-tenant-claim` and `activate-membership`. */
export const clinicIdInput = z.object({ clinicId: z.uuid() })

/** Input of `clinic-join`: the join form, and the clinic it belongs to. */
export const clinicJoinInput = z.extend(patientSignUpForm, {
  name: patientSignUpForm.shape.name.check(z.maxLength(200, invitationTexts.validation.name)),
  subdomain: z.string().check(z.trim(), z.toLowerCase(), z.maxLength(63)),
})
export type ClinicJoin = z.infer<typeof clinicJoinInput>

/** Input of `leave-clinic`. */
export const leaveClinicInput = z.object({
  /** false: only says what leaving would end */
  confirmed: z.boolean(),
  open: openAmountChoice,
})

/** Input of `remove-member`. */
export const removeMemberInput = z.object({ membershipId: z.uuid(), open: openAmountChoice })

/** Answer of `leave-clinic`: the running plans, and whether the caller has left. */
export interface LeavingClinic {
  /** `paidUntil` is the ISO instant at which the plan ends; null for one that is overdue. */
  plans: { name: string; paidUntil: string | null }[]
  /** The open amount of overdue plans; null: nothing. */
  open: { amountCents: number; currency: string } | null
  left: boolean
  /** Whether Stripe has confirmed that the plans end. */
  isConfirmed: boolean
}

/** Input of `get-user-profiles`. */
export const userIdsInput = z.object({ userIds: z.array(z.uuid()).check(z.maxLength(100)) })

/** Input of `export-members`: the members page's filters. */
export const memberFilterInput = z.object({
  tab: z._default(z.enum(memberTabs), 'all'),
  /** part of a name or an email address, in any case */
  search: z._default(z.string().check(z.trim(), z.maxLength(200)), ''),
  role: z._default(z.enum(roleFilters), 'all'),
  status: z._default(z.enum(statusFilters), 'all'),
  plan: z._default(z.union([z.literal('all'), z.uuid()]), 'all'),
  payment: z._default(z.enum(paymentFilters), 'all'),
})
export type MemberFilter = z.infer<typeof memberFilterInput>

/** Input of `list-members`: the filters, and where the page begins: the newest members without a cursor. */
export const listMembersInput = z.extend(memberFilterInput, {
  /** the last member of the page before */
  afterId: z.optional(z.uuid()),
  /** the first member of the page after */
  beforeId: z.optional(z.uuid()),
})
export type MemberListing = z.infer<typeof listMembersInput>

/** Input of `person`: a membership, or a patient's record. */
export const personInput = z.object({ personId: z.uuid() })

/** Input of `person-looks`: the newest, or those below one that was read. */
export const personLooksInput = z.object({
  patientId: z.uuid(),
  belowId: z.optional(z.number().check(z.int(), z.positive())),
})

/** Input of `search-people`. */
export const searchPeopleInput = z.object({
  text: z.string().check(z.trim(), z.minLength(2), z.maxLength(200)),
})
