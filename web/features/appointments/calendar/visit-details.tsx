import type { ReactNode } from 'react'
import { confirmationStep, nextStep, possibleSteps } from '#domain/appointments/visit-steps.ts'
import { longDate, visitSpan } from '#domain/appointments/visit-time.ts'
import { canChange, type VisitStep } from '#domain/appointments/visits.ts'
import { appointmentPageTexts } from '#domain/texts/appointments.ts'
import { calendarTexts } from '#domain/texts/calendar.ts'
import { Button } from '#web/components/ui/button.tsx'
import { Dialog, DialogContent } from '#web/components/ui/dialog.tsx'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'
import { serverNow } from '#web/lib/page/clock.ts'
import type { Provider, TeamVisit, VisitType } from '../booking/queries.ts'
import { VisitBadge } from '../booking/visit-badge.tsx'
import { ReminderWays } from '../calls/reminder-ways.tsx'
import { VisitContact } from '../calls/visit-contact.tsx'
import VisitFee from '../fees/visit-fee.tsx'
import { providerNameOf, WithProvider } from '../provider-text.tsx'

const texts = calendarTexts.details
const { actions, confirmedThrough, minutes } = appointmentPageTexts

/** A visit in a dialog: its facts, the patient's contact, and the next steps. */
export default function VisitDetails({
  clinic,
  visit,
  today,
  types,
  providers,
  rooms,
  lesson,
  onStep,
  onReschedule,
  onCancel,
  onClose,
}: {
  clinic: Clinic
  visit: TeamVisit
  /** in the clinic's time zone */
  today: string
  types: readonly VisitType[]
  providers: readonly Provider[]
  rooms: readonly { id: string; name: string }[]
  lesson?: ReactNode
  onStep(step: VisitStep): void
  onReschedule(): void
  onCancel(): void
  onClose(): void
}) {
  const may = useCan()
  const mayWrite = may('appointments:write')
  const typeName = types.find(({ key }) => key === visit.type)?.name ?? visit.type
  const roomName = rooms.find(({ id }) => id === visit.roomId)?.name
  const next = nextStep(visit, today)
  const steps = new Set([
    ...(next ? [next] : []),
    ...confirmationStep(visit, serverNow()),
    ...possibleSteps(visit, today),
  ])
  const isChangeable = mayWrite && canChange(visit, serverNow())
  return (
    <Dialog open onOpenChange={(open) => open || onClose()}>
      <DialogContent
        title={visit.patientName}
        description={`${longDate(visit.date)}, ${visitSpan({ ...visit, timeZone: clinic.time_zone })}`}
      >
        <div className="space-y-3">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <VisitBadge visit={visit} today={today} />
            <span>
              {typeName}, {minutes(visit.durationMinutes)}
              <WithProvider name={providerNameOf(visit, providers)} />
              {roomName && `, ${roomName}`}
            </span>
          </p>
          {visit.status === 'upcoming' && visit.confirmedThrough && (
            <p className="text-form">{confirmedThrough[visit.confirmedThrough]}</p>
          )}
          {visit.seriesId && <p className="text-form text-muted">{calendarTexts.series}</p>}
          {visit.status === 'upcoming' && new Date(visit.startsAt) > serverNow() && (
            <ReminderWays appointmentId={visit.id} />
          )}
          {visit.notes && <p className="break-words whitespace-pre-line text-form">{visit.notes}</p>}
          <VisitFee visit={visit} clinic={clinic} />
          <VisitContact clinic={clinic} visit={visit} />
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
