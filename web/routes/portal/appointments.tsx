import { ownAppointmentTexts } from '#domain/texts/appointments.ts'
import { PageHeading } from '#web/components/page-heading.tsx'
import { OwnAppointments, OwnAppointmentsSkeleton } from '#web/features/appointments/own-appointments.tsx'
import { config } from '#web/lib/config.ts'
import { useClinicLookup } from '#web/lib/current-clinic.ts'
import { ForProvenPatients } from './for-proven-patients.tsx'

/** A patient's own appointments. */
export default function Appointments() {
  const { clinic } = useClinicLookup()
  return (
    <>
      <PageHeading title={ownAppointmentTexts.title} site={clinic?.name ?? config.productName} />
      <div className="mt-6">
        <ForProvenPatients pending={<OwnAppointmentsSkeleton />}>
          {(clinic) => <OwnAppointments clinic={clinic} />}
        </ForProvenPatients>
      </div>
    </>
  )
}
