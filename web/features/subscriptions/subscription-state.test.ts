import { describe, expect, test } from 'vitest'
import type { OwnSubscription } from './queries.ts'
import { shownSubscriptions, subscriptionState } from './subscription-state.ts'

function subscription(changes: Partial<OwnSubscription> = {}): OwnSubscription {
  return {
    id: 's1',
    status: 'active',
    started_at: '2026-01-31T15:00:00Z',
    current_period_start: '2026-02-28T15:00:00Z',
    current_period_end: '2026-03-31T15:00:00Z',
    cancel_at_period_end: false,
    cancel_at: null,
    ended_at: null,
    plan: {
      id: 'p1',
      kind: 'wellness',
      name: 'Everyday',
      includes: [],
      coversHousehold: false,
      maxPauseMonths: 0,
      leaving: null,
    },
    price: { id: 'r1', interval: 'month', amount_cents: 4900, currency: 'usd' },
    tax: null,
    nextChargeCents: 4900,
    covered: [{ id: 'm1', name: null, isChild: false }],
    scheduled: null,
    open_invoices: [],
    ...changes,
  }
}

describe('the state of a plan', () => {
  test('an active plan names its next charge', () => {
    expect(subscriptionState(subscription())).toEqual({
      kind: 'active',
      nextChargeAt: '2026-03-31T15:00:00Z',
      endsAt: null,
    })
  })

  test('a canceled plan runs until the paid period ends', () => {
    expect(subscriptionState(subscription({ cancel_at_period_end: true }))).toEqual({
      kind: 'ending',
      endsAt: '2026-03-31T15:00:00Z',
    })
  })

  test('a plan that the clinic ends at a date says it, and is charged until its last period', () => {
    const cancel_at = '2026-03-20T15:00:00Z'
    expect(subscriptionState(subscription({ cancel_at_period_end: true, cancel_at }))).toEqual({
      kind: 'ending',
      endsAt: cancel_at,
    })
    expect(subscriptionState(subscription({ cancel_at: '2026-06-10T15:00:00Z' }))).toEqual({
      kind: 'active',
      nextChargeAt: '2026-03-31T15:00:00Z',
      endsAt: '2026-06-10T15:00:00Z',
    })
  })

  test('a failed renewal has the amount due, the next attempt and the end of the grace period', () => {
    const state = subscriptionState(
      subscription({
        status: 'past_due',
        open_invoices: [
          { id: 'in_2', amount_due_cents: 4900, currency: 'usd', next_attempt_at: '2026-03-08T15:00:00Z' },
          { id: 'in_1', amount_due_cents: 1000, currency: 'usd', next_attempt_at: '2026-03-03T15:00:00Z' },
        ],
      }),
    )
    expect(state).toEqual({
      kind: 'past_due',
      amountDueCents: 5900,
      nextAttemptAt: '2026-03-03T15:00:00Z',
      graceEndsAt: '2026-03-16T16:00:00.000Z',
    })
  })

  test('after the last attempt there is no next one', () => {
    const state = subscriptionState(
      subscription({
        status: 'past_due',
        open_invoices: [{ id: 'in_1', amount_due_cents: 4900, currency: 'usd', next_attempt_at: null }],
      }),
    )
    expect(state).toMatchObject({ kind: 'past_due', nextAttemptAt: null })
  })

  test('a plan whose first payment is pending is being confirmed, never active', () => {
    expect(subscriptionState(subscription({ status: 'incomplete' }))).toEqual({ kind: 'confirming' })
  })

  test('an ended plan names the day it ended', () => {
    expect(subscriptionState(subscription({ status: 'canceled', ended_at: '2026-03-10T15:00:00Z' }))).toEqual(
      {
        kind: 'ended',
        endedAt: '2026-03-10T15:00:00Z',
      },
    )
  })
})

describe('which plans are shown', () => {
  test('running plans hide ended ones', () => {
    const running = subscription({ id: 'running' })
    const ended = subscription({ id: 'ended', status: 'canceled' })
    expect(shownSubscriptions([running, ended])).toEqual([running])
  })

  test('without a running plan the one that ended last is shown', () => {
    const older = subscription({ id: 'older', status: 'canceled', ended_at: '2025-01-01T00:00:00Z' })
    const newer = subscription({ id: 'newer', status: 'canceled', ended_at: '2026-01-01T00:00:00Z' })
    expect(shownSubscriptions([older, newer])).toEqual([newer])
  })

  test('an attempt that was never paid is not shown', () => {
    expect(shownSubscriptions([subscription({ status: 'incomplete_expired' })])).toEqual([])
  })
})
