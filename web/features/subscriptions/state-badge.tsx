import { subscriptionTexts } from '#domain/texts/subscriptions.ts'
import { Badge } from '#web/components/ui/badge.tsx'
import type { SubscriptionState } from './subscription-state.ts'

const tones = {
  confirming: 'info',
  active: 'success',
  ending: 'warning',
  past_due: 'danger',
  unpaid: 'danger',
  paused: 'neutral',
  ended: 'neutral',
} as const

/** The state of a plan in one word. */
export function StateBadge({ state }: { state: SubscriptionState }) {
  return <Badge tone={tones[state.kind]}>{subscriptionTexts.state.statuses[state.kind]}</Badge>
}
