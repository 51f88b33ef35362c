import { describe, expect, it } from 'vitest'
import { payerExplanation } from './payer-explanation.ts'
import {
  isOverdue,
  isPaid,
  type PlanFacts,
  planLine,
  planStanding,
  standingLabel,
  standingTone,
  statusLabel,
  teamExplanation,
} from './plan-standing.ts'
import type { SubscriptionStatus } from './subscriptions.ts'

const now = new Date('2026-03-02T12:00:00Z')
const day = (instant: string) =>
  new Date(instant).toLocaleDateString('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const next = { cents: 4_900, currency: 'usd' }

function plan(changes: Partial<PlanFacts> = {}): PlanFacts {
  return {
    status: 'active',
    current_period_start: '2026-02-28T15:00:00Z',
    current_period_end: '2026-03-31T15:00:00Z',
    cancel_at_period_end: false,
    cancel_at: null,
    ended_at: null,
    ...changes,
  }
}

const open = (next_attempt_at: string | null, amount_due_cents = 4_900) => ({
  amount_due_cents,
  currency: 'usd',
  next_attempt_at,
})

const situations: [string, Partial<PlanFacts>, string, string, string, string][] = [
  [
    'first payment not confirmed',
    { status: 'incomplete' },
    'info: Confirming payment',
    'The first payment is not confirmed yet.',
    'We are waiting for the bank. This usually takes a few seconds. You are not charged twice.',
    'Complete, confirming payment',
  ],
  [
    'never started',
    { status: 'incomplete_expired' },
    'neutral: Not started',
    'The first payment was never made.',
    'The first payment was never made, so the plan did not start.',
    'Complete, not started',
  ],
  [
    'free days',
    { status: 'trialing' },
    'info: Free days',
    'Free until Mar 31.',
    'Your plan is free until Mar 31. Next payment: $49.00 on Mar 31.',
    'Complete, free days',
  ],
  [
    'paid',
    {},
    'success: Active',
    'Payments are up to date. Next payment on Mar 31.',
    'Next payment: $49.00 on Mar 31.',
    'Complete',
  ],
  [
    'paid, with an end in a later period',
    { cancel_at: '2026-06-10T15:00:00Z' },
    'success: Active',
    'Payments are up to date. Next payment on Mar 31. Ends on Jun 10.',
    'Next payment: $49.00 on Mar 31.',
    'Complete, ends Jun 10',
  ],
  [
    'canceled with the period',
    { cancel_at_period_end: true },
    'warning: Ending',
    'Ends on Mar 31.',
    'Your plan ends on Mar 31. You can use it until then; nothing more is charged.',
    'Complete, ends Mar 31',
  ],
  [
    'canceled, and not confirmed by Stripe',
    { cancel_at_period_end: true, pending: 'cancel' },
    'warning: Not confirmed yet',
    'Canceled, and not confirmed by Stripe yet.',
    'You have canceled your plan. Your clinic’s payment provider has not confirmed it yet.',
    'Complete, not confirmed yet',
  ],
  [
    'canceled, with an amount to be charged',
    { cancel_at_period_end: true, draft_invoices: [open(null)] },
    'warning: Ending',
    'Ends on Mar 31.',
    'Your plan ends on Mar 31. $49.00 for the time until then is still charged; after that, nothing more.',
    'Complete, ends Mar 31',
  ],
  [
    'kept, and not confirmed by Stripe',
    { pending: 'keep' },
    'warning: Not confirmed yet',
    'Payments are up to date. Next payment on Mar 31.',
    'Next payment: $49.00 on Mar 31.',
    'Complete, not confirmed yet',
  ],
  [
    'renewal failed, canceled, and not confirmed by Stripe',
    { status: 'past_due', cancel_at_period_end: true, pending: 'cancel' },
    'danger: Payment failed',
    'The plan can be used until Mar 16. Ends on Mar 31.',
    'You can use your plan until Mar 16. The plan is set to end on Mar 31.',
    'Complete, payment failed',
  ],
  [
    'renewal failed',
    {
      status: 'past_due',
      open_invoices: [open('2026-03-08T15:00:00Z'), open('2026-03-03T15:00:00Z', 1_000)],
    },
    'danger: Payment failed',
    '$59.00 is open. The plan can be used until Mar 16.',
    '$59.00 is still open. We will retry it on Mar 3. Please make sure that your card can be charged. You can use your plan until Mar 16.',
    'Complete, payment failed',
  ],
  [
    'renewal failed, canceled',
    { status: 'past_due', cancel_at_period_end: true },
    'danger: Payment failed',
    'The plan can be used until Mar 16. Ends on Mar 31.',
    'You can use your plan until Mar 16. The plan is set to end on Mar 31.',
    'Complete, payment failed',
  ],
  [
    'renewal failed, grace over, an attempt under way',
    {
      status: 'past_due',
      current_period_start: '2026-02-01T15:00:00Z',
      open_invoices: [open('2026-03-02T11:59:00Z')],
    },
    'danger: Payment failed',
    '$49.00 is open. The plan could be used until Feb 17.',
    '$49.00 is still open. Your card is being charged again. You could use your plan until Feb 17.',
    'Complete, payment failed',
  ],
  [
    'given up, unpaid',
    { status: 'unpaid', open_invoices: [open(null)] },
    'danger: Unpaid',
    '$49.00 is open. Several payments failed, so the plan cannot be used.',
    '$49.00 is still open. Several payments did not go through, so your plan is not active. Please contact your clinic.',
    'Complete, unpaid',
  ],
  [
    'paused',
    { status: 'paused' },
    'neutral: Paused',
    'Nothing is charged until the plan resumes.',
    'Your plan is paused. Nothing is charged until it resumes.',
    'Complete, paused',
  ],
  [
    'ended',
    { status: 'canceled', ended_at: '2026-03-01T15:00:00Z', cancel_at_period_end: true },
    'neutral: Ended',
    'Ended on Mar 1.',
    'Your plan ended on Mar 1. Your receipts stay here.',
    'Complete, ended',
  ],
]

describe.each(situations)('a plan: %s', (_name, changes, label, team, payer, line) => {
  const standing = planStanding(plan(changes), now)

  it('has one label and tone, and sentences for team and payer', () => {
    expect(`${standingTone(standing)}: ${standingLabel(standing)}`).toBe(label)
    expect(teamExplanation(standing, day)).toBe(team)
    expect(payerExplanation(standing, next, day).text).toBe(payer)
    expect(planLine('Complete', standing, day)).toBe(line)
  })
})

it('payments are not called up to date while a bank debit is on its way', () => {
  const settling = {
    amount_due_cents: 4_900,
    currency: 'usd',
    next_attempt_at: null,
    settles_about: now.toISOString(),
  }
  const said = (facts: Partial<PlanFacts>) => teamExplanation(planStanding(plan(facts), now), day)
  const paid = (facts: Partial<PlanFacts>) => isPaid(planStanding(plan(facts), now))
  expect([
    paid({}),
    paid({ is_settling: true }),
    paid({ days_until_due: 14 }),
    paid({ pending: 'cancel' }),
  ]).toEqual([true, false, false, false])
  expect(said({ open_invoices: [settling], is_settling: true })).toBe(
    'Bank debit on its way, $49.00. Next payment on Mar 31.',
  )
  // without the right to see amounts
  expect(said({ is_settling: true })).toBe('Bank debit on its way. Next payment on Mar 31.')
  expect(said({ is_settling: false })).toBe('Payments are up to date. Next payment on Mar 31.')
  expect(said({ open_invoices: [settling], days_until_due: 14 })).toBe(
    'Bank debit on its way, $49.00. Next invoice on Mar 31.',
  )
})

const overdue = ['past_due', 'unpaid'] as const

it.each(
  overdue.flatMap((status) =>
    [true, false].flatMap((cancel_at_period_end) =>
      ['2026-02-28T15:00:00Z', '2025-12-01T15:00:00Z'].map((current_period_start) => ({
        status,
        cancel_at_period_end,
        current_period_start,
      })),
    ),
  ),
)('an overdue plan is never paid, active or ending: %o', (changes) => {
  const standing = planStanding(plan(changes), now)
  const explained = payerExplanation(standing, next, day)
  const words = [
    standingLabel(standing),
    teamExplanation(standing, day),
    explained.title,
    explained.text,
    planLine('Complete', standing, day),
  ].join(' ')
  expect(words).not.toMatch(/[Pp]aid until|\bActive\b|Next payment|nothing more is charged|, ends /)
  expect(standingTone(standing)).toBe('danger')
  expect(isOverdue(standing)).toBe(true)
})

it('announces no payment if a coupon covers all of it', () => {
  const standing = planStanding(plan(), now)
  expect(payerExplanation(standing, { cents: 0, currency: 'usd' }, day).text).toBe(
    'Nothing is charged on Mar 31: your coupon covers the plan.',
  )
})

it('shows no amounts to a reader who may not see them', () => {
  const standing = planStanding(plan({ status: 'past_due', open_invoices: null }), now)
  expect(teamExplanation(standing, day)).not.toContain('$')
})

it('a status without facts has the label of its plan', () => {
  const statuses: Record<SubscriptionStatus, string> = {
    incomplete: 'Confirming payment',
    incomplete_expired: 'Not started',
    trialing: 'Free days',
    active: 'Active',
    past_due: 'Payment failed',
    unpaid: 'Unpaid',
    canceled: 'Ended',
    paused: 'Paused',
  }
  for (const [status, label] of Object.entries(statuses)) {
    // it may also be an invoice that is overdue
    expect(statusLabel(status)).toBe(status === 'past_due' ? 'Overdue' : label)
    expect(standingLabel(planStanding(plan({ status: status as SubscriptionStatus }), now))).toBe(label)
  }
  expect(statusLabel('something new')).toBe('something new')
})

describe('a plan that is paid by invoice', () => {
  const invoice = {
    ...{ amount_due_cents: 4_900, currency: 'usd', next_attempt_at: null },
    due_at: '2026-03-20T12:00:00Z',
  }
  const invoiced = (changes: Partial<PlanFacts>) =>
    planStanding(plan({ days_until_due: 14, open_invoices: [invoice], ...changes }), now)
  const next = { cents: 4_900, currency: 'usd' }

  it('says what is due by which day, and that the next charge is an invoice', () => {
    const standing = invoiced({ status: 'active' })
    expect(standingLabel(standing)).toBe('Active')
    expect(payerExplanation(standing, next, day).text).toBe(
      'Pay $49.00 by Mar 20. Next invoice: $49.00 on Mar 31.',
    )
    expect(teamExplanation(standing, day)).toBe('$49.00 is due by Mar 20. Next invoice on Mar 31.')
  })

  it('is overdue, not a failed payment, and no retry is announced', () => {
    const standing = invoiced({ status: 'past_due' })
    expect(standingLabel(standing)).toBe('Overdue')
    const { title, text } = payerExplanation(standing, next, day)
    expect(title).toBe('Your invoice is overdue.')
    expect(text).toMatch(
      /^\$49\.00 is still open\. It was due by Mar 20\. You c(an|ould) use your plan until/,
    )
    expect(teamExplanation(standing, day)).toContain('$49.00 is open. Overdue since Mar 20.')
  })
})
