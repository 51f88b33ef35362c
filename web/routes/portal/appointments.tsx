import { ownAppointmentTexts } from '#domain/texts/own-appointments.ts'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import {
  OwnAppointments,
  OwnAppointmentsSkeleton,
} from '#web/features/appointments/booking/own-appointments.tsx'
import { useClinicLookup } from '#web/lib/clinic/current-clinic.ts'
import { config } from '#web/lib/page/config.ts'
import { ForProvenPatients } from './for-proven-patients.tsx'

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
