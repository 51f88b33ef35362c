/** Rows and filters of the members page (docs/specification.md B2.10, B3). */

import type { ClinicRole, PermissionSet } from '../permissions.ts'
import { isOverdue, type PlanFacts, type PlanStanding, planStanding } from '../subscriptions/plan-standing.ts'
import { isRunning } from '../subscriptions/subscriptions.ts'
import { membershipTexts } from '../texts/memberships.ts'
import type { MembershipStatus } from './memberships.ts'
import { fallbackName, metadataOf, nameFrom, type UserProfile } from './person-name.ts'

export { fallbackName }

/** Instants are ISO strings. */
export interface InvitationRow {
  id: string
  email: string
  name: string | null
  expires_at: string
  accepted_at: string | null
  revoked_at: string | null
  created_at: string
}

export interface MemberRow {
  id: string
  /** Null while an invited person has no account. */
  user_id: string | null
  role: ClinicRole
  status: MembershipStatus
  is_owner: boolean
  is_read_only: boolean
  is_billing_only: boolean
  permission_sets: PermissionSet[]
  suspended_at: string | null
  created_at: string
  updated_at: string | null
  /** Null before the first request. */
  activity: { last_active_at: string } | null
  invitations: InvitationRow[]
}

export interface PatientPlans {
  id: string
  user_id: string | null
  full_name: string
  email: string | null
  subscriptions: (PlanFacts & { id: string; created_at: string; plan: { name: string } | null })[]
}

/** Instants are ISO strings. */
export interface MemberPlan {
  subscriptionId: string
  name: string
  standing: PlanStanding
  isRunning: boolean
  /** No further period begins. */
  isEnding: boolean
  /** End of the current period, until which a paid plan can be used. */
  paidUntil: string
}

/** Instants are ISO strings. */
export interface MemberView {
  /** Membership id. */
  id: string
  /** Null while an invited person has no account. */
  userId: string | null
  /** The clinic's record of a patient. */
  patientId: string | null
  name: string
  /** Empty for a patient without one. */
  email: string
  role: ClinicRole
  status: MembershipStatus
  isOwner: boolean
  isReadOnly: boolean
  isBillingOnly: boolean
  permissionSets: PermissionSet[]
  suspendedAt: string | null
  joinedAt: string
  /** At most an hour old; null before the first request. */
  lastActiveAt: string | null
  invitation: { email: string; name: string | null; expiresAt: string } | null
  plan: MemberPlan | null
  /** Plans that would be charged again, or are overdue: removing the member cancels them. */
  plansToCancel: MemberPlan[]
}

/** `phone` as the clinic writes it; null for the team, and for a patient without one. */
export interface ListedMember extends MemberView {
  phone: string | null
  /** Another payer's running plan that covers the patient. */
  cover: { name: string; standing: PlanStanding } | null
}

export interface MemberPage {
  members: ListedMember[]
  /** All members of the clinic, regardless of filters. */
  total: number
  /** Cursors of the adjacent pages, for `before` and `after`; null at the ends. */
  previous: string | null
  next: string | null
}

export interface FoundPatient {
  /** Of the record. */
  id: string
  name: string
  email: string | null
}

export interface FoundPerson {
  /** Membership id. */
  id: string
  name: string
  email: string | null
  /** As of `ListedMember`. */
  phone: string | null
  role: ClinicRole
}

/** Fewer digits than a search by phone number needs, and nothing else. */
export function lacksDigits(search: string): boolean {
  return /^[\s().+-]*(?:\d[\s().+-]*){1,3}$/.test(search)
}

export function memberView(
  row: MemberRow,
  profile: UserProfile | undefined,
  patient: PatientPlans | undefined,
  now: Date,
): MemberView {
  const invitations = row.invitations.toSorted((a, b) => b.created_at.localeCompare(a.created_at, 'en-US'))
  const waiting = invitations.find(({ accepted_at, revoked_at }) => !accepted_at && !revoked_at) ?? null
  const known = waiting ?? invitations[0]
  const details = metadataOf(profile)
  return {
    id: row.id,
    userId: row.user_id,
    patientId: patient?.id ?? null,
    name: nameFrom(details) ?? patient?.full_name ?? known?.name ?? fallbackName(row.user_id, known?.email),
    email: profile?.email ?? patient?.email ?? known?.email ?? (patient ? '' : membershipTexts.pendingUser),
    role: row.role,
    status: row.status,
    isOwner: row.is_owner,
    isReadOnly: row.is_read_only,
    isBillingOnly: row.is_billing_only,
    permissionSets: row.permission_sets,
    suspendedAt: row.suspended_at,
    joinedAt: row.created_at,
    lastActiveAt: row.activity?.last_active_at ?? null,
    invitation:
      // Activated by the clinic, but not accepted yet.
      waiting && (row.status !== 'active' || row.user_id === null) && !row.suspended_at
        ? { email: waiting.email, name: waiting.name, expiresAt: waiting.expires_at }
        : null,
    plan: currentPlan(patient, now),
    plansToCancel: plansOf(patient, now).filter(
      ({ isRunning, isEnding, standing }) => isRunning && (!isEnding || isOverdue(standing)),
    ),
  }
}

/** Whether the invitation was accepted: the clinic may have activated the member before. */
export function isAccepted({ status, userId }: Pick<MemberView, 'status' | 'userId'>): boolean {
  return status !== 'active' || userId !== null
}

type StatusFacts = Pick<MemberView, 'status' | 'userId' | 'patientId' | 'invitation'>

export function roleText({
  role,
  isReadOnly,
  isBillingOnly,
}: Pick<MemberView, 'role' | 'isReadOnly' | 'isBillingOnly'>): string {
  if (isBillingOnly) return membershipTexts.billing
  return isReadOnly ? membershipTexts.readOnly : membershipTexts.roles[role]
}

export function statusText(member: StatusFacts): string {
  if (hasNoAccount(member)) return membershipTexts.noAccount
  return isAccepted(member) ? membershipTexts.statuses[member.status] : membershipTexts.notAccepted
}

/** A patient without an account or an invitation (docs/decisions/0169). */
export function hasNoAccount({ status, userId, patientId, invitation }: StatusFacts): boolean {
  return status === 'active' && userId === null && patientId !== null && invitation === null
}

/** The newest plan that has not ended, else the newest that ever ran. */
export function currentPlan(patient: PatientPlans | undefined, now: Date): MemberPlan | null {
  const plans = plansOf(patient, now)
  return plans.find(({ standing }) => standing.kind !== 'ended') ?? plans[0] ?? null
}

/** Newest first. */
export function plansOf(patient: PatientPlans | undefined, now: Date): MemberPlan[] {
  return (patient?.subscriptions ?? [])
    .toSorted((a, b) => b.created_at.localeCompare(a.created_at, 'en-US'))
    .flatMap((row) => {
      const standing = planStanding(row, now)
      if (!row.plan || standing.kind === 'confirming' || standing.kind === 'not_started') return []
      const runs = isRunning(row.status)
      const isEnding = runs && row.cancel_at_period_end
      const { current_period_end: paidUntil } = row
      return [{ subscriptionId: row.id, name: row.plan.name, standing, isRunning: runs, isEnding, paidUntil }]
    })
}

export const memberTabs = ['all', 'active', 'pending'] as const
export const roleFilters = ['all', 'admin', 'staff', 'patient'] as const
export const statusFilters = ['all', 'active', 'pending', 'invited'] as const
/**
 * Payment state of a patient's running plans, as `app.member_subscriptions` defines it. Free days count as paying.
 */
export const paymentFilters = ['all', 'paying', 'past_due', 'paused', 'ending'] as const
export const membersPerPage = 25

/** Choices of each filter; the first lists everything. URLs and empty filters derive from them. */
const memberFilterChoices = {
  tab: memberTabs,
  role: roleFilters,
  status: statusFilters,
  payment: paymentFilters,
} as const
type Choices = typeof memberFilterChoices

export type MemberFilters = { [Each in keyof Choices]: Choices[Each][number] } & {
  search: string
  /** Id of a plan, or `all`. */
  plan: string
}

export const noMemberFilters: MemberFilters = { ...chosenFilters(() => null), search: '', plan: 'all' }

/** The first choice by default. */
export function chosenFilters(
  textOf: (name: keyof Choices) => string | null,
): Pick<MemberFilters, keyof Choices> {
  const names = Object.keys(memberFilterChoices) as (keyof Choices)[]
  const chosen = names.map((name) => {
    const choices: readonly string[] = memberFilterChoices[name]
    const text = textOf(name)
    return [name, text !== null && choices.includes(text) ? text : choices[0]]
  })
  return Object.fromEntries(chosen) as Pick<MemberFilters, keyof Choices>
}

/** Required value of `app.member_entries.subscribed`; null: any. */
export function listedSubscription({
  plan,
  payment,
}: Pick<MemberFilters, 'plan' | 'payment'>): string | null {
  // Of one plan: a payer may pay for one and owe for another.
  if (plan !== 'all') return payment === 'all' ? plan : `${plan} ${payment}`
  return payment === 'all' ? null : payment
}

/** Statuses that a tab offers; those of "Pending" wait for a person. */
export function statusChoices(tab: MemberFilters['tab']): readonly MemberFilters['status'][] {
  if (tab === 'active') return []
  return tab === 'pending' ? ['all', 'pending', 'invited'] : statusFilters
}

/** Statuses to list; null: any. */
export function listedStatuses({
  tab,
  status,
}: Pick<MemberFilters, 'tab' | 'status'>): MembershipStatus[] | null {
  const ofTab: Record<MemberFilters['tab'], MembershipStatus[] | null> = {
    all: null,
    active: ['active'],
    pending: ['pending', 'invited'],
  }
  if (status === 'all') return ofTab[tab]
  return ofTab[tab]?.includes(status) === false ? [] : [status]
}

/** Roles to list; null: any. `staff` includes members. */
export function listedRoles(role: MemberFilters['role']): ClinicRole[] | null {
  if (role === 'all') return null
  return role === 'staff' ? ['staff', 'member'] : [role]
}
