import { type PlanStanding, standingLabel, standingTone } from '#domain/subscriptions/plan-standing.ts'
import { Badge } from '../ui/badge.tsx'

/** The standing of a plan in a word or two. */
export function StandingBadge({ standing }: { standing: PlanStanding }) {
  return <Badge tone={standingTone(standing)}>{standingLabel(standing)}</Badge>
}
