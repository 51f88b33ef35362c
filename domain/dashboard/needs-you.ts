import type { ClinicRole } from '../permissions.ts'
import { dashboardTexts } from '../texts/dashboard.ts'
import { formatMonth } from '../values/dates.ts'
import { hourMs } from '../values/durations.ts'
import { formatMoney } from '../values/money.ts'

/** docs/domain-rules.md complaint 9 */

const texts = dashboardTexts.needsYou

/** Where it can be resolved. */
export type NeedTarget =
  | { page: 'payouts' }
  | { page: 'failed-payments' }
  | { page: 'open-invoices' }
  | { page: 'recovery-codes' }
  | { page: 'members'; search?: string; status?: 'invited' }
  | { page: 'uninvited' }
  | { page: 'statements'; month: string | null }
  | { page: 'billing' }
  | { page: 'handover'; providerId: string; from: string; days: number }
  | { page: DeskPage }

type DeskPage = 'messages' | 'requests' | 'open-visits' | 'calls' | 'tasks' | 'feedback'

export interface Need {
  tone: 'danger' | 'warning' | 'info'
  text: string
  target: NeedTarget
  resend?: { membershipId: string; email: string; role: ClinicRole }
}

/** Counts of the work that waits at the desk; null where the reader may not see it. */
export interface DeskWork {
  /** conversations with unread messages */
  unread: number | null
  /** requested visits that are not over */
  requested: number | null
  /** visits that no longer fit their provider's hours */
  outside:
    | readonly { providerId: string; providerName: string; count: number; from: string; days: number }[]
    | null
  /** past visits without an outcome */
  openVisits: number | null
  /** patients that no message reaches, and that were not called yet */
  calls: number | null
  /** the reader's own tasks */
  overdueTasks: number | null
  tasksDueToday: number | null
  feedback: number | null
}

/** Instants are ISO strings. */
export interface ClinicSituation {
  /** Null before onboarding, and for callers who may not see it. */
  payouts: { state: string; requirements_due: string[]; requirements_past_due: string[] } | null
  /** `lastStep` as a sentence about what was done last; null for callers who may not see payments. */
  failedPayments: { patient: string; plan: string; lastStep: string | null }[]
  /** Invoices to pay by link whose due date has passed; empty for callers who may not see amounts. */
  overdueInvoices: { patient: string; amount: string; since: string }[]
  /** Invitations neither accepted nor revoked. */
  waitingInvitations: WaitingInvitation[]
  /** Recently added patients with an address who were never invited; 0 for callers who may not invite them all. */
  uninvited: number
  /** Closed months with unpaid commission, oldest first; empty for callers who may not see them. */
  owedCommissions: { month: string; commissionCents: number; currency: string; isPastDue: boolean }[]
  /** Open failed payments of the clinic's tier; empty for callers who may not see them. */
  failedTierPayments: { amountCents: number; currency: string }[]
}

export interface WaitingInvitation {
  membershipId: string
  email: string
  role: ClinicRole
  expiresAt: string
}

/** Needs of the reader's own account, which could lock the reader out. */
export function ownNeeds(reminder: keyof typeof texts.recovery | null): Need[] {
  return reminder
    ? [{ tone: 'warning', text: texts.recovery[reminder], target: { page: 'recovery-codes' } }]
    : []
}

/** Work that waits at the desk, most urgent first. */
export function deskNeeds(work: DeskWork): Need[] {
  const line = (
    tone: Need['tone'],
    count: number | null,
    text: (count: number) => string,
    page: DeskPage,
  ): Need[] => (count ? [{ tone, text: text(count), target: { page } }] : [])
  return [
    ...line('warning', work.overdueTasks, texts.overdueTasks, 'tasks'),
    ...line('warning', work.calls, texts.calls, 'calls'),
    ...(work.outside ?? []).slice(0, singleLines).map(
      ({ providerId, providerName, count, from, days }): Need => ({
        tone: 'warning',
        text: texts.outside(count, providerName),
        target: { page: 'handover', providerId, from, days },
      }),
    ),
    ...line('info', work.unread, texts.unread, 'messages'),
    ...line('info', work.requested, texts.requested, 'requests'),
    ...line('info', work.openVisits, texts.openVisits, 'open-visits'),
    ...line('info', work.tasksDueToday, texts.tasksDueToday, 'tasks'),
    ...line('info', work.feedback, texts.feedback, 'feedback'),
  ]
}

const urgency: Record<Need['tone'], number> = { danger: 0, warning: 1, info: 2 }

/** Failures first, then warnings, then the day's work. */
export function needsInOrder(needs: readonly Need[]): Need[] {
  return needs.toSorted((a, b) => urgency[a.tone] - urgency[b.tone])
}

const soonMs = 24 * hourMs
/** An older invitation appears in the members list only. */
const forgottenMs = 7 * 24 * hourMs
const singleLines = 3

/** Most urgent first: stopped payments, failures, debts, then expirations. */
export function needsYouToday(situation: ClinicSituation, now: Date): Need[] {
  return [
    ...payoutNeeds(situation.payouts),
    ...paymentNeeds(situation.failedPayments),
    ...invoiceNeeds(situation.overdueInvoices),
    ...commissionNeeds(situation.owedCommissions),
    ...tierNeeds(situation.failedTierPayments),
    ...invitationNeeds(situation.waitingInvitations, now),
    ...uninvitedNeeds(situation.uninvited),
  ]
}

// An unfinished account is a set-up step, not a need.
function payoutNeeds(payouts: ClinicSituation['payouts']): Need[] {
  const target: NeedTarget = { page: 'payouts' }
  if (!payouts) return []
  if (payouts.state === 'restricted') return [{ tone: 'danger', text: texts.payouts.restricted, target }]
  if (payouts.state === 'disconnected') return [{ tone: 'danger', text: texts.payouts.disconnected, target }]
  const isReady = payouts.state === 'charges_enabled' || payouts.state === 'payouts_enabled'
  const isAsked = payouts.requirements_due.length + payouts.requirements_past_due.length > 0
  return isReady && isAsked ? [{ tone: 'warning', text: texts.payouts.requirements, target }] : []
}

function paymentNeeds(failed: ClinicSituation['failedPayments']): Need[] {
  const target: NeedTarget = { page: 'failed-payments' }
  if (failed.length > singleLines)
    return [{ tone: 'danger', text: texts.failedPayments(failed.length), target }]
  return failed.map(({ patient, plan, lastStep }) => ({
    tone: 'danger',
    text: [texts.failedPayment(patient, plan), lastStep].filter(Boolean).join(' '),
    target,
  }))
}

function invoiceNeeds(overdue: ClinicSituation['overdueInvoices']): Need[] {
  const target: NeedTarget = { page: 'open-invoices' }
  if (overdue.length > singleLines)
    return [{ tone: 'warning', text: texts.overdueInvoices(overdue.length), target }]
  return overdue.map(({ patient, amount, since }) => ({
    tone: 'warning',
    text: texts.overdueInvoice(patient, amount, since),
    target,
  }))
}

function commissionNeeds(owed: ClinicSituation['owedCommissions']): Need[] {
  const [first, ...others] = owed
  if (!first) return []
  const total = owed.reduce((sum, { commissionCents }) => sum + commissionCents, 0)
  const last = others.at(-1)
  const amount = formatMoney(total, first.currency)
  const months = last
    ? texts.fromTo(formatMonth(first.month), formatMonth(last.month))
    : formatMonth(first.month)
  if (owed.some(({ isPastDue }) => isPastDue)) {
    return [{ tone: 'danger', text: texts.commissionPastDue(amount, months), target: { page: 'billing' } }]
  }
  return [
    {
      tone: 'warning',
      text: texts.commission(amount, months),
      target: { page: 'statements', month: last ? null : first.month },
    },
  ]
}

function tierNeeds(failed: ClinicSituation['failedTierPayments']): Need[] {
  const [first] = failed
  if (!first) return []
  const total = failed.reduce((sum, { amountCents }) => sum + amountCents, 0)
  return [
    {
      tone: 'danger',
      text: texts.tierPastDue(formatMoney(total, first.currency)),
      target: { page: 'billing' },
    },
  ]
}

/** From a day before they expire until a week after. */
export function isDueInvitation({ expiresAt }: Pick<WaitingInvitation, 'expiresAt'>, now: Date): boolean {
  const leftMs = new Date(expiresAt).getTime() - now.getTime()
  return leftMs < soonMs && leftMs > -forgottenMs
}

function invitationNeeds(invitations: ClinicSituation['waitingInvitations'], now: Date): Need[] {
  const due = invitations
    .filter((invitation) => isDueInvitation(invitation, now))
    .map(({ membershipId, email, role, expiresAt }) => ({
      membershipId,
      email,
      role,
      leftMs: new Date(expiresAt).getTime() - now.getTime(),
    }))
    .sort((a, b) => a.leftMs - b.leftMs)
  if (due.length > singleLines) {
    return [
      {
        tone: 'warning',
        text: texts.invitations(due.length),
        target: { page: 'members', status: 'invited' },
      },
    ]
  }
  return due.map(({ membershipId, email, role, leftMs }) => ({
    tone: 'warning',
    text:
      leftMs <= 0
        ? texts.expiredInvitation(email)
        : texts.expiringInvitation(email, texts.inHours(hoursOf(leftMs))),
    target: { page: 'members', search: email },
    resend: { membershipId, email, role },
  }))
}

function hoursOf(leftMs: number): number {
  return Math.max(1, Math.floor(leftMs / hourMs))
}

function uninvitedNeeds(count: number): Need[] {
  return count > 0 ? [{ tone: 'warning', text: texts.uninvited(count), target: { page: 'uninvited' } }] : []
}
