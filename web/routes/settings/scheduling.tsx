import { schedulingPageTexts } from '#domain/texts/appointments.ts'
import { dateIn } from '#domain/values/zones.ts'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { CalendarNames } from '#web/features/appointments/calendar/calendar-names.tsx'
import { ExceptionSettings } from '#web/features/appointments/scheduling/exception-settings.tsx'
import { PlaceSettings } from '#web/features/appointments/scheduling/place-settings.tsx'
import { ProviderSettings } from '#web/features/appointments/scheduling/provider-settings.tsx'
import { RoomSettings } from '#web/features/appointments/scheduling/room-settings.tsx'
import { SchedulingPreview } from '#web/features/appointments/scheduling/scheduling-preview.tsx'
import { TypeSettings } from '#web/features/appointments/scheduling/type-settings.tsx'
import { OpeningHoursField } from '#web/features/clinics/opening-hours-field.tsx'
import { useClinic } from '#web/lib/clinic/current-clinic.ts'
import { serverNow } from '#web/lib/page/clock.ts'

const texts = schedulingPageTexts

export default function SchedulingSettings() {
  const clinic = useClinic()
  const today = dateIn(serverNow(), clinic.time_zone)
  return (
    <>
      <PageHeading title={texts.title} site={clinic.name} lead={texts.lead} />
      <div className="mt-8 space-y-6">
        <ProviderSettings clinic={clinic} today={today} HoursField={OpeningHoursField} />
        <TypeSettings slug={clinic.subdomain} />
        <PlaceSettings slug={clinic.subdomain} />
        <RoomSettings slug={clinic.subdomain} />
        <ExceptionSettings slug={clinic.subdomain} today={today} />
        <CalendarNames slug={clinic.subdomain} />
        <SchedulingPreview slug={clinic.subdomain} today={today} />
      </div>
    </>
  )
}
