import type { PlanStatus } from '#domain/plans/plans.ts'
import { planTexts } from '#domain/texts/plans.ts'
import { Badge } from '#web/components/ui/badge.tsx'

const tones = { draft: 'neutral', published: 'success', closed: 'info', archived: 'neutral' } as const

export function PlanStatusBadge({ status }: { status: PlanStatus }) {
  return <Badge tone={tones[status]}>{planTexts.statuses[status]}</Badge>
}
