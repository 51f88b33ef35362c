import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { appointmentPageTexts } from '#domain/texts/appointments.ts'
import { PageHeading } from '#web/components/page-heading.tsx'
import type { NewVisit } from '#web/features/appointments/appointment-dialog.tsx'
import { ScheduleButton, TeamAppointments } from '#web/features/appointments/team-appointments.tsx'
import { useClinic } from '#web/lib/current-clinic.ts'
import { useCan } from '#web/lib/use-can.ts'

const texts = appointmentPageTexts

/** Appointments of the clinic (docs/specification.md B2.15). `?schedule` opens the dialog, also for links from other pages. */
export default function Appointments() {
  const clinic = useClinic()
  const may = useCan()
  const [query, setQuery] = useSearchParams()
  const [isOpen, setOpen] = useState(query.has('schedule') && may('appointments:write'))
  const patient = query.get('patient')
  const name = query.get('name')
  const start: NewVisit = patient && name ? { patient: { id: patient, name } } : {}

  function close(): void {
    setOpen(false)
    setQuery(
      (now) => {
        for (const key of ['schedule', 'patient', 'name']) now.delete(key)
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
        <TeamAppointments clinic={clinic} isScheduling={isOpen ? start : null} onScheduled={close} />
      </div>
    </>
  )
}
