import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { nextStep, possibleSteps } from '#domain/appointments/visit-steps.ts'
import { longDate, visitSpan } from '#domain/appointments/visit-time.ts'
import { canChange, type VisitStep } from '#domain/appointments/visits.ts'
import { personPath } from '#domain/paths.ts'
import { appointmentPageTexts } from '#domain/texts/appointments.ts'
import { calendarTexts } from '#domain/texts/calendar.ts'
import { Button } from '#web/components/ui/button.tsx'
import { Dialog, DialogContent } from '#web/components/ui/dialog.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'
import { serverNow } from '#web/lib/page/clock.ts'
import type { CalendarVisit } from '../calendar/calendar-queries.ts'
import { ReminderWays } from '../calls/reminder-ways.tsx'
import { VisitBadge } from './visit-badge.tsx'

const texts = calendarTexts.details
const { actions, minutes, with: withProvider } = appointmentPageTexts

export function VisitDetails({
  visit,
  today,
  zone,
  typeName,
  providerName,
  lesson,
  roomName,
  onStep,
  onReschedule,
  onCancel,
  onClose,
}: {
  visit: CalendarVisit
  /** in the clinic's time zone */
  today: string
  zone: string
  typeName: string
  providerName: string | null
  lesson?: ReactNode
  roomName: string | null
  onStep(step: VisitStep): void
  onReschedule(): void
  onCancel(): void
  onClose(): void
}) {
  const may = useCan()
  const mayWrite = may('appointments:write')
  const next = nextStep(visit, today)
  const steps = new Set([...(next ? [next] : []), ...possibleSteps(visit, today)])
  const isChangeable = mayWrite && canChange(visit, serverNow())
  return (
    <Dialog open onOpenChange={(open) => open || onClose()}>
      <DialogContent
        title={visit.patientName}
        description={`${longDate(visit.date)}, ${visitSpan({ ...visit, timeZone: zone })}`}
      >
        <div className="space-y-3">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <VisitBadge visit={visit} today={today} />
            <span>
              {typeName}, {minutes(visit.durationMinutes)}
              {providerName && ` ${withProvider(providerName)}`}
              {roomName && `, ${roomName}`}
            </span>
          </p>
          {visit.seriesId && <p className="text-form text-muted">{calendarTexts.series}</p>}
          {visit.status === 'upcoming' && new Date(visit.startsAt) > serverNow() && (
            <ReminderWays appointmentId={visit.id} />
          )}
          {visit.notes && <p className="break-words whitespace-pre-line text-form">{visit.notes}</p>}
          <p>
            <Link
              to={withClinic(personPath(visit.patientId))}
              className="font-semibold text-primary hover:underline"
            >
              {texts.person}
            </Link>
          </p>
          {lesson && <div className="border-t border-line pt-4 empty:hidden">{lesson}</div>}
        </div>
        <div className="mt-6 flex flex-wrap gap-3">
          {mayWrite &&
            [...steps].map((step) => (
              <Button key={step} variant="outline" onClick={() => onStep(step)}>
                {actions[step]}
              </Button>
            ))}
          {isChangeable && (
            <Button variant="outline" onClick={onReschedule}>
              {texts.reschedule}
            </Button>
          )}
          {isChangeable && (
            <Button variant="outline" className="text-danger" onClick={onCancel}>
              {visit.status === 'requested' ? texts.decline : texts.cancel}
            </Button>
          )}
        </div>
      </DialogContent>
    </Dialog>
  )
}
