import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { PlanStanding } from '#domain/subscriptions/plan-standing.ts'
import { StandingBadge } from './standing-badge.tsx'

const pastDue = {
  kind: 'past_due',
  isConfirmed: true,
  open: { cents: 4900, currency: 'usd' },
  nextAttempt: null,
  benefitsEndAt: '2026-12-05T15:00:00Z',
  isUsable: true,
  endsAt: null,
} as const satisfies PlanStanding

it('names the unpaid amount where it is asked for and the reader may see it', () => {
  expect(renderToStaticMarkup(<StandingBadge standing={pastDue} withAmount />)).toContain(
    'Payment failed, $49.00',
  )
  for (const html of [
    renderToStaticMarkup(<StandingBadge standing={pastDue} />),
    renderToStaticMarkup(<StandingBadge standing={{ ...pastDue, open: null }} withAmount />),
  ])
    expect(html).not.toContain('$')
})
