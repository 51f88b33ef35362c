import { badgeOf, type Visit } from '#domain/appointments/visits.ts'
import { appointmentTexts } from '#domain/texts/appointments.ts'
import { Badge } from '#web/components/ui/badge.tsx'

const tones = {
  requested: 'warning',
  today: 'tint',
  upcoming: 'info',
  completed: 'success',
  canceled: 'neutral',
  no_show: 'danger',
} as const

/** Completed, Today or Upcoming (docs/specification.md B4). @param today the clinic's date */
export function VisitBadge({ visit, today }: { visit: Pick<Visit, 'status' | 'date'>; today: string }) {
  const badge = badgeOf(visit, today)
  const says = badge === 'today' ? appointmentTexts.today : appointmentTexts.statuses[badge]
  return <Badge tone={tones[badge]}>{says}</Badge>
}
