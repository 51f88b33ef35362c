import { type PlanStanding, standingLabel, standingTone } from '#domain/subscriptions/plan-standing.ts'
import { Badge } from '../ui/badge.tsx'

export function StandingBadge({ standing }: { standing: PlanStanding }) {
  return <Badge tone={standingTone(standing)}>{standingLabel(standing)}</Badge>
}
