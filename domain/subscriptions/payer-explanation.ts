/** The sentences about a plan for its payer (docs/decisions/0154). */

import { subscriptionTexts } from '../texts/subscriptions.ts'
import { formatMoney } from '../values/money.ts'
import type { OpenAmount, PlanStanding } from './plan-standing.ts'

const { state } = subscriptionTexts

/** In cents. */
export interface NextCharge {
  cents: number
  currency: string
}

/** The title is for bad news. @param day formats an instant */
export function payerExplanation(
  standing: PlanStanding,
  next: NextCharge,
  day: (instant: string) => string,
): { title: string | null; text: string } {
  const plain = (text: string) => ({ title: null, text })
  const amountDue = (amount: OpenAmount | null) =>
    amount ? [state.amountDue(formatMoney(amount.cents, amount.currency))] : []
  switch (standing.kind) {
    case 'confirming':
      return { title: state.confirmingTitle, text: state.confirming }
    case 'not_started':
      return plain(state.notStarted)
    case 'trial':
    case 'active': {
      const date = day(standing.nextChargeAt)
      const { isInvoiced, toPay } = standing
      const words = isInvoiced ? state.nextInvoice : state.nextCharge
      const charge =
        next.cents === 0 ? state.nothingCharged(date) : words(formatMoney(next.cents, next.currency), date)
      const free = standing.kind === 'trial' ? [state.trial(date)] : []
      const due = toPay ? [state.payBy(formatMoney(toPay.cents, toPay.currency), day(toPay.dueAt))] : []
      return plain([...due, ...free, charge].join(' '))
    }
    case 'ending':
      return plain(endingText(standing, day))
    case 'past_due': {
      const until = day(standing.benefitsEndAt)
      return {
        title: standing.isInvoiced ? state.invoiceOverdue : state.pastDue,
        text: [
          ...amountDue(standing.open),
          ...(standing.dueAt ? [state.dueBy(day(standing.dueAt))] : []),
          ...(standing.open && !standing.isInvoiced ? [attemptText(standing.nextAttempt, day)] : []),
          standing.isUsable ? state.grace(until) : state.graceOver(until),
          ...(standing.endsAt ? [state.setToEnd(day(standing.endsAt))] : []),
        ].join(' '),
      }
    }
    case 'unpaid':
      return { title: state.unpaidTitle, text: [...amountDue(standing.open), state.unpaid].join(' ') }
    case 'paused':
      return plain(state.paused)
    case 'ended':
      return plain(state.ended(day(standing.endedAt)))
  }
}

function attemptText(nextAttempt: string | null, day: (instant: string) => string): string {
  if (nextAttempt === 'now') return state.attemptNow
  return nextAttempt ? state.nextAttempt(day(nextAttempt)) : state.noNextAttempt
}

function endingText(
  { endsAt, open, isConfirmed }: PlanStanding & { kind: 'ending' },
  day: (instant: string) => string,
): string {
  if (!isConfirmed) return state.endingRequested
  return open
    ? state.endingWhileOpen(day(endsAt), formatMoney(open.cents, open.currency))
    : state.ending(day(endsAt))
}
