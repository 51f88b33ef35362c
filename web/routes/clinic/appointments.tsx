import { useLocation, useSearchParams } from 'react-router'
import { appointmentPageTexts } from '#domain/texts/appointments.ts'
import { PageHeading } from '#web/components/page-heading.tsx'
import type { NewVisit } from '#web/features/appointments/appointment-dialog.tsx'
import { ScheduleButton, TeamAppointments } from '#web/features/appointments/team-appointments.tsx'
import { useClinic } from '#web/lib/current-clinic.ts'
import { useCan } from '#web/lib/use-can.ts'

const texts = appointmentPageTexts

/** Appointments of the clinic (docs/specification.md B2.15). `?schedule` opens the dialog, for links from elsewhere. */
export default function Appointments() {
  const clinic = useClinic()
  const may = useCan()
  const [query, setQuery] = useSearchParams()
  const isOpen = query.has('schedule') && may('appointments:write')
  const state = useLocation().state as { patient?: NewVisit['patient'] } | null

  function setOpen(isOpening: boolean): void {
    setQuery(
      (now) => {
        if (isOpening) now.set('schedule', '1')
        else now.delete('schedule')
        return now
      },
      { replace: true, preventScrollReset: true },
    )
  }

  return (
    <>
      <PageHeading
        title={texts.title}
        site={clinic.name}
        lead={texts.lead(clinic.name)}
        actions={<ScheduleButton onClick={() => setOpen(true)} />}
      />
      <div className="mt-8">
        <TeamAppointments
          clinic={clinic}
          isScheduling={isOpen ? { patient: state?.patient } : null}
          onScheduled={() => setOpen(false)}
        />
      </div>
    </>
  )
}
