import { describe, expect, test } from 'vitest'
import type { OwnSubscription } from './queries.ts'
import { shownSubscriptions } from './shown-subscriptions.ts'

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
    days_until_due: null,
    draft_invoices: [],
    pending: null,
    ...changes,
  }
}

describe('visible plans', () => {
  test('hides ended plans while one is running', () => {
    const running = subscription({ id: 'running' })
    const ended = subscription({ id: 'ended', status: 'canceled' })
    expect(shownSubscriptions([running, ended])).toEqual([running])
  })

  test('shows the plan that ended last if none is running', () => {
    const older = subscription({ id: 'older', status: 'canceled', ended_at: '2025-01-01T00:00:00Z' })
    const newer = subscription({ id: 'newer', status: 'canceled', ended_at: '2026-01-01T00:00:00Z' })
    expect(shownSubscriptions([older, newer])).toEqual([newer])
  })

  test('hides an attempt that was never paid', () => {
    expect(shownSubscriptions([subscription({ status: 'incomplete_expired' })])).toEqual([])
  })
})
