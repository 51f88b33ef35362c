import { portalTexts } from '#domain/texts/portal.ts'
import { Badge } from '#web/components/ui/badge.tsx'
import type { MembershipState } from './subscription-state.ts'

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
export function StateBadge({ state }: { state: MembershipState }) {
  return <Badge tone={tones[state.kind]}>{portalTexts.membership.statuses[state.kind]}</Badge>
}
