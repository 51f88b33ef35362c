import { nextStep } from '#domain/appointments/visit-steps.ts'
import { shortDay, visitClock } from '#domain/appointments/visit-time.ts'
import { badgeOf, type VisitStep } from '#domain/appointments/visits.ts'
import { appointmentPageTexts } from '#domain/texts/appointments.ts'
import { Button } from '#web/components/ui/button.tsx'
import { useCan } from '#web/lib/clinic/use-can.ts'
import type { TeamVisit } from './queries.ts'
import { VisitBadge } from './visit-badge.tsx'
import { progressOf } from './visit-steps.tsx'

const texts = appointmentPageTexts

/** A visit on a phone, in two lines: a press opens its details, and today's next step is beside it. */
export function VisitPhoneRow({
  visit,
  zone,
  today,
  detail,
  warning,
  onMark,
  onOpen,
}: {
  visit: TeamVisit
  zone: string
  /** in the clinic's time zone */
  today: string
  /** kind of visit, provider and room */
  detail: string
  /** such as an absence of its provider */
  warning?: string | null
  onMark?(step: VisitStep): void
  onOpen(): void
}) {
  const mayWrite = useCan()('appointments:write')
  const next = mayWrite && onMark ? nextStep(visit, today) : null
  const clock = visitClock({ startsAt: visit.startsAt, timeZone: zone }, zone)
  const badge = badgeOf(visit, today)
  return (
    <li className="flex min-h-18 items-center gap-3">
      <button
        type="button"
        className="flex min-h-18 min-w-0 flex-1 items-center gap-3 py-2.5 text-left"
        onClick={onOpen}
      >
        <span className="w-17 flex-none text-form tabular-nums">
          <span className="block font-semibold whitespace-nowrap">{clock}</span>
          <span className="block text-note text-muted">{texts.minutes(visit.durationMinutes)}</span>
        </span>
        <span className="min-w-0 flex-1">
          <span className="block font-semibold break-words">{visit.patientName}</span>
          <span className="block text-note break-words text-muted">
            {[progressOf(visit), detail].filter(Boolean).join(' · ')}
          </span>
          {warning && <span className="block text-note font-semibold text-warning">{warning}</span>}
        </span>
        {!next && badge !== 'upcoming' && badge !== 'today' && <VisitBadge visit={visit} today={today} />}
      </button>
      {next && (
        <Button
          variant="outline"
          size="small"
          aria-label={texts.actions.of(
            texts.actions[next],
            visit.patientName,
            `${shortDay(visit.date)}, ${clock}`,
          )}
          onClick={() => onMark?.(next)}
        >
          {texts.actions[next]}
        </Button>
      )}
    </li>
  )
}
