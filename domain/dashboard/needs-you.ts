import { dashboardTexts } from '../texts/dashboard.ts'

/** "Needs you today": what a clinic should look at now, from its rows (docs/domain-rules.md complaint 9). */

const texts = dashboardTexts.needsYou

/** Where a person can do something about it. */
export type NeedTarget =
  | { page: 'payouts' }
  | { page: 'payments' }
  | { page: 'members'; search?: string; status?: 'invited' }

export interface Need {
  tone: 'danger' | 'warning'
  text: string
  target: NeedTarget
}

/** What is known of the clinic. Instants are ISO strings. */
export interface ClinicSituation {
  /** null before a payout account was begun, and for whoever may not see it */
  payouts: { state: string; requirements_due: string[]; requirements_past_due: string[] } | null
  failedPayments: { patient: string; plan: string }[]
  /** invitations that nobody has taken up or taken back */
  waitingInvitations: { email: string; expires_at: string }[]
}

const hourMs = 60 * 60 * 1000
const soonMs = 24 * hourMs
/** Whoever let an invitation lie for a week has decided; it still stands in the members list. */
const forgottenMs = 7 * 24 * hourMs
const singleLines = 3

/** The most urgent first: what stops money, then what failed, then what is about to expire. */
export function needsYouToday(situation: ClinicSituation, now: Date): Need[] {
  return [
    ...payoutNeeds(situation.payouts),
    ...paymentNeeds(situation.failedPayments),
    ...invitationNeeds(situation.waitingInvitations, now),
  ]
}

// an account that was never finished is a step of the set-up, not news
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
  const target: NeedTarget = { page: 'payments' }
  if (failed.length > singleLines)
    return [{ tone: 'danger', text: texts.failedPayments(failed.length), target }]
  return failed.map(({ patient, plan }) => ({
    tone: 'danger',
    text: texts.failedPayment(patient, plan),
    target,
  }))
}

function invitationNeeds(invitations: ClinicSituation['waitingInvitations'], now: Date): Need[] {
  const due = invitations
    .map(({ email, expires_at }) => ({ email, leftMs: new Date(expires_at).getTime() - now.getTime() }))
    .filter(({ leftMs }) => leftMs < soonMs && leftMs > -forgottenMs)
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
  return due.map(({ email, leftMs }) => ({
    tone: 'warning',
    text:
      leftMs <= 0
        ? texts.expiredInvitation(email)
        : texts.expiringInvitation(email, texts.inHours(hoursOf(leftMs))),
    target: { page: 'members', search: email },
  }))
}

function hoursOf(leftMs: number): number {
  return Math.max(1, Math.floor(leftMs / hourMs))
}
