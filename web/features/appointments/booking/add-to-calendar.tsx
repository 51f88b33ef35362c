import { CalendarPlus } from 'lucide-react'
import { calendarFile } from '#domain/appointments/calendar-file.ts'
import { visitWhen } from '#domain/appointments/visit-time.ts'
import { paths } from '#domain/paths.ts'
import { ownAppointmentTexts } from '#domain/texts/own-appointments.ts'
import { Button } from '#web/components/ui/button.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { downloadText } from '#web/lib/files/download-text.ts'
import { serverNow } from '#web/lib/page/clock.ts'
import type { OwnVisit } from './own-queries.ts'
import { placeOf } from './visit-place.tsx'

const texts = ownAppointmentTexts.upcoming

export function AddToCalendar({
  visit,
  clinic,
  address,
}: {
  visit: OwnVisit
  clinic: { name: string }
  address: string
}) {
  return (
    <Button
      variant="outline"
      aria-label={texts.calendarOf(visitWhen(visit))}
      onClick={() => saveInCalendar(visit, clinic, address)}
    >
      <CalendarPlus aria-hidden />
      {texts.calendar}
    </Button>
  )
}

/** Downloads a calendar file. Its title contains only the clinic's name. */
function saveInCalendar(visit: OwnVisit, clinic: { name: string }, address: string): void {
  const file = calendarFile([
    {
      appointmentId: visit.id,
      sequence: visit.sequence,
      startsAt: visit.startsAt,
      endsAt: visit.endsAt,
      changedAt: serverNow().toISOString(),
      isCanceled: false,
      isTentative: visit.status === 'requested',
      title: clinic.name,
      location: placeOf(visit, clinic.name, address),
      link: new URL(withClinic(paths.home), location.origin).href,
    },
  ])
  downloadText(texts.fileName, file, 'text/calendar')
  toast.success(texts.fileSaved)
}
