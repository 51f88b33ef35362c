/**
 * The standing of a paid plan: a patient's, or a clinic's tier. All pages, mails and exports take label, color and
 * sentences from here, so that they agree (docs/decisions/0154).
 */

import { planStandingTexts } from '../texts/plan-standing.ts'
import { formatMoney } from '../values/money.ts'
import { graceEndsAt, type SubscriptionStatus } from './subscriptions.ts'

const texts = planStandingTexts

/** Columns of `subscriptions` or `clinic_billing`. Instants are ISO strings. */
export interface PlanFacts {
  status: SubscriptionStatus
  current_period_start: string
  current_period_end: string
  cancel_at_period_end: boolean
  /** A date that the clinic set at Stripe. */
  cancel_at?: string | null
  ended_at?: string | null
  /** Its invoices are paid by link or at the desk, within these days; null or absent: a card is charged. */
  days_until_due?: number | null
  /** Requested here, but not confirmed by Stripe. */
  pending?: 'cancel' | 'leave' | 'keep' | 'change' | null
  /** Unpaid invoices; absent if the reader may not see amounts. */
  open_invoices?: readonly OpenInvoice[] | null
  /** Whether a bank account is debited for an invoice, also for readers who may not see amounts. */
  is_settling?: boolean
  /** Invoices that are charged within the hour. */
  draft_invoices?: readonly Due[] | null
}

interface OpenInvoice extends Due {
  next_attempt_at: string | null
  /** About when a started bank debit arrives; null or absent while none is processing. */
  settles_about?: string | null
  /** Of an invoice that is paid by link. */
  due_at?: string | null
}

interface Due {
  amount_due_cents: number
  currency: string
}

/**
 * Instants are ISO strings, amounts whole cents.
 *
 * - `trial`, `active`: renews; `endsAt` if it is set to end in a later period; `toPay`: an invoice that is not overdue;
 *   `settling`: a bank account is being debited, null without the amount
 * - `ending`: set to end with the period or within it
 * - `past_due`: a renewal failed, or an invoice is overdue; `benefitsEndAt` may have passed
 * - `isInvoiced`: no card is charged
 * - `isConfirmed`: false while Stripe has not confirmed the last request
 */
export type PlanStanding = { isConfirmed: boolean } & Kind

type Kind =
  | { kind: 'confirming' }
  | { kind: 'not_started' }
  | {
      kind: 'trial' | 'active'
      nextChargeAt: string
      endsAt: string | null
      isInvoiced?: true
      toPay?: OpenAmount & { dueAt: string }
      settling?: OpenAmount | null
    }
  | { kind: 'ending'; endsAt: string; open: OpenAmount | null }
  | {
      kind: 'past_due'
      open: OpenAmount | null
      /** The next retry of the card; `now` while an attempt is pending, null for none. */
      nextAttempt: string | null
      benefitsEndAt: string
      isUsable: boolean
      endsAt: string | null
      isInvoiced?: true
      /** Of the invoice that is overdue; null for readers who may not see amounts. */
      dueAt?: string | null
    }
  | { kind: 'unpaid'; open: OpenAmount | null; endsAt: string | null }
  | { kind: 'paused' }
  | { kind: 'ended'; endedAt: string }

export interface OpenAmount {
  cents: number
  currency: string
}

export function planStanding(plan: PlanFacts, now: Date): PlanStanding {
  return { isConfirmed: (plan.pending ?? null) === null, ...kindOf(plan, now) }
}

function kindOf(plan: PlanFacts, now: Date): Kind {
  const { current_period_end: periodEnd, cancel_at_period_end: endsWithPeriod, cancel_at: cancelAt } = plan
  const endsAt = cancelAt ?? (endsWithPeriod ? periodEnd : null)
  switch (plan.status) {
    case 'incomplete':
      return { kind: 'confirming' }
    case 'incomplete_expired':
      return { kind: 'not_started' }
    case 'trialing':
    case 'active':
      if (endsWithPeriod) return { kind: 'ending', endsAt: cancelAt ?? periodEnd, open: dueAmount(plan) }
      return {
        kind: plan.status === 'active' ? 'active' : 'trial',
        nextChargeAt: periodEnd,
        endsAt,
        ...(isInvoiced(plan) && { isInvoiced: true, ...toPay(plan) }),
        ...settling(plan),
      }
    case 'past_due': {
      const benefitsEnd = graceEndsAt({ currentPeriodStart: new Date(plan.current_period_start) })
      return {
        kind: 'past_due',
        open: dueAmount(plan),
        nextAttempt: nextAttempt(plan, now),
        benefitsEndAt: benefitsEnd.toISOString(),
        isUsable: now < benefitsEnd,
        endsAt,
        ...(isInvoiced(plan) && { isInvoiced: true, dueAt: firstDue(plan)?.due_at ?? null }),
      }
    }
    case 'unpaid':
      return { kind: 'unpaid', open: dueAmount(plan), endsAt }
    case 'paused':
      return { kind: 'paused' }
    case 'canceled':
      return { kind: 'ended', endedAt: plan.ended_at ?? periodEnd }
  }
}

function isInvoiced({ days_until_due: days }: PlanFacts): boolean {
  return days !== null && days !== undefined
}

/** The invoice to pay that is due first. */
function firstDue({ open_invoices }: PlanFacts): OpenInvoice | undefined {
  return (open_invoices ?? [])
    .filter(({ due_at, settles_about }) => due_at && !settles_about)
    .toSorted((a, b) => ((a.due_at ?? '') < (b.due_at ?? '') ? -1 : 1))[0]
}

function toPay(plan: PlanFacts): { toPay: OpenAmount & { dueAt: string } } | undefined {
  const invoice = firstDue(plan)
  if (!invoice?.due_at || invoice.amount_due_cents === 0) return undefined
  const { amount_due_cents: cents, currency, due_at: dueAt } = invoice
  return { toPay: { cents, currency, dueAt } }
}

function settling({ open_invoices, is_settling }: PlanFacts): { settling?: OpenAmount | null } {
  const invoices = (open_invoices ?? []).filter(({ settles_about }) => settles_about)
  const cents = invoices.reduce((sum, { amount_due_cents }) => sum + amount_due_cents, 0)
  const [first] = invoices
  if (first) return { settling: { cents, currency: first.currency } }
  return is_settling ? { settling: null } : {}
}

/** Without what a bank account is being debited for. */
function dueAmount({ open_invoices, draft_invoices }: PlanFacts): OpenAmount | null {
  const open = (open_invoices ?? []).filter(({ settles_about }) => !settles_about)
  const invoices = [...open, ...(draft_invoices ?? [])]
  const cents = invoices.reduce((sum, { amount_due_cents }) => sum + amount_due_cents, 0)
  return cents > 0 ? { cents, currency: invoices[0]?.currency ?? 'usd' } : null
}

function nextAttempt({ open_invoices: invoices }: PlanFacts, now: Date): string | null {
  const attempts = invoices?.flatMap(({ next_attempt_at: at }) => at ?? []) ?? []
  const coming = attempts.filter((at) => new Date(at) > now).sort()[0]
  return coming ?? (attempts.length > 0 ? 'now' : null)
}

export function isOverdue({ kind }: PlanStanding): boolean {
  return kind === 'past_due' || kind === 'unpaid'
}

/** A card paid for the period, and nothing is open or on its way. */
export function isPaid(standing: PlanStanding): boolean {
  if (standing.kind !== 'active' || !standing.isConfirmed) return false
  return !standing.isInvoiced && !standing.toPay && standing.settling === undefined
}

export function isEnding(standing: PlanStanding): standing is PlanStanding & { endsAt: string } {
  return 'endsAt' in standing && standing.endsAt !== null
}

export type StandingTone = 'success' | 'info' | 'warning' | 'danger' | 'neutral'

const tones: Record<PlanStanding['kind'], StandingTone> = {
  confirming: 'info',
  not_started: 'neutral',
  trial: 'info',
  active: 'success',
  ending: 'warning',
  past_due: 'danger',
  unpaid: 'danger',
  paused: 'neutral',
  ended: 'neutral',
}

export function standingTone(standing: PlanStanding): StandingTone {
  return isUnconfirmed(standing) ? 'warning' : tones[standing.kind]
}

/** A failed payment has priority over a pending change. */
function isUnconfirmed(standing: PlanStanding): boolean {
  return !standing.isConfirmed && !isOverdue(standing) && standing.kind !== 'ended'
}

export function standingLabel(standing: PlanStanding): string {
  if (standing.kind === 'past_due' && standing.isInvoiced) return texts.overdue
  return isUnconfirmed(standing) ? texts.unconfirmed : texts.labels[standing.kind]
}

/** The label of a bare status, for the audit; an unknown one unchanged. */
export function statusLabel(status: string): string {
  if (!(status in kindOfStatus)) return status
  // the payment failed, or its invoice is overdue
  if (status === 'past_due') return texts.overdue
  return texts.labels[kindOfStatus[status as SubscriptionStatus]]
}

const kindOfStatus: Record<SubscriptionStatus, PlanStanding['kind']> = {
  incomplete: 'confirming',
  incomplete_expired: 'not_started',
  trialing: 'trial',
  active: 'active',
  past_due: 'past_due',
  unpaid: 'unpaid',
  canceled: 'ended',
  paused: 'paused',
}

/** Name of a plan, with its standing unless that is the usual one. @param day formats an instant */
export function planLine(name: string, standing: PlanStanding, day: (instant: string) => string): string {
  if (isUnconfirmed(standing)) return texts.line(name, standingLabel(standing))
  if (standing.kind === 'active' && standing.endsAt === null) return name
  if (standing.kind === 'active' || standing.kind === 'ending')
    return texts.lineEnding(name, day(standing.endsAt ?? ''))
  return texts.line(name, standingLabel(standing))
}

/** Without advice. @param day formats an instant */
export function teamExplanation(standing: PlanStanding, day: (instant: string) => string): string {
  const { team } = texts
  const ending = (endsAt: string | null) => (endsAt ? [team.ends(day(endsAt))] : [])
  const open = (amount: OpenAmount | null) =>
    amount ? [team.open(formatMoney(amount.cents, amount.currency))] : []
  switch (standing.kind) {
    case 'confirming':
      return team.confirming
    case 'not_started':
      return team.notStarted
    case 'trial':
      return [team.trial(day(standing.nextChargeAt)), ...ending(standing.endsAt)].join(' ')
    case 'active': {
      const { isInvoiced, toPay, nextChargeAt, endsAt } = standing
      const next = (isInvoiced ? team.nextInvoice : team.nextCharge)(day(nextChargeAt))
      const due = toPay ? [team.due(formatMoney(toPay.cents, toPay.currency), day(toPay.dueAt))] : []
      return [...due, ...stateOfPayments(standing), next, ...ending(endsAt)].join(' ')
    }
    case 'ending':
      return standing.isConfirmed ? team.ends(day(standing.endsAt)) : team.endingRequested
    case 'past_due': {
      const until = day(standing.benefitsEndAt)
      const benefits = standing.isUsable ? team.usableUntil(until) : team.wasUsableUntil(until)
      const since = standing.dueAt ? [team.overdueSince(day(standing.dueAt))] : []
      return [...open(standing.open), ...since, benefits, ...ending(standing.endsAt)].join(' ')
    }
    case 'unpaid':
      return [...open(standing.open), team.unpaid, ...ending(standing.endsAt)].join(' ')
    case 'paused':
      return team.paused
    case 'ended':
      return team.ended(day(standing.endedAt))
  }
}

function stateOfPayments({
  isInvoiced,
  settling,
}: PlanStanding & { kind: 'trial' | 'active' }): readonly string[] {
  const { team } = texts
  if (settling === undefined) return isInvoiced ? [] : [team.upToDate]
  return [team.settling(settling && formatMoney(settling.cents, settling.currency))]
}
