import { dashboardTexts } from '../texts/dashboard.ts'

/** "Needs you today": what a clinic should act on now (docs/domain-rules.md complaint 9). */

const texts = dashboardTexts.needsYou

/** Where it can be resolved. */
export type NeedTarget =
  | { page: 'payouts' }
  | { page: 'payments' }
  | { page: 'members'; search?: string; status?: 'invited' }

export interface Need {
  tone: 'danger' | 'warning'
  text: string
  target: NeedTarget
}

/** The clinic's rows that matter here. Instants are ISO strings. */
export interface ClinicSituation {
  /** null before onboarding has started, and for callers who may not see it */
  payouts: { state: string; requirements_due: string[]; requirements_past_due: string[] } | null
  failedPayments: { patient: string; plan: string }[]
  /** invitations neither accepted nor revoked */
  waitingInvitations: { email: string; expires_at: string }[]
}

const hourMs = 60 * 60 * 1000
const soonMs = 24 * hourMs
/** A week after expiry it is old news; the members list still shows it. */
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

// an unfinished account is a set-up step, not news
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
