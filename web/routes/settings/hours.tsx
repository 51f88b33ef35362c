import { useQuery } from '@tanstack/react-query'
import { paths } from '#domain/paths.ts'
import { clinicTexts } from '#domain/texts/clinics.ts'
import { dateIn } from '#domain/values/zones.ts'
import { UnsavedGuard } from '#web/components/form/unsaved-guard.tsx'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { TextLink } from '#web/components/text-link.tsx'
import { providerSettingsQuery } from '#web/features/appointments/scheduling/scheduling-queries.ts'
import { HoursEditor } from '#web/features/clinics/hours-editor.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { type Clinic, useClinic } from '#web/lib/clinic/current-clinic.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'
import { serverNow } from '#web/lib/page/clock.ts'

const texts = clinicTexts.hours

/** @returns the days on which a provider works; null while they are loaded, and if there is no provider */
function useStaffedDays({ subdomain, time_zone: zone }: Clinic): ReadonlySet<number> | null {
  const settings = useQuery(providerSettingsQuery(subdomain))
  const working = settings.data?.filter(({ isActive, isOnTeam }) => isActive && isOnTeam) ?? []
  if (working.length === 0) return null
  const today = dateIn(serverNow(), zone)
  const isAhead = ({ validUntil }: { validUntil: string | null }) => !validUntil || validUntil >= today
  return new Set(working.flatMap(({ hours }) => hours.filter(isAhead).map(({ day }) => day)))
}

export default function HoursSettings() {
  const clinic = useClinic()
  const may = useCan()
  const staffed = useStaffedDays(clinic)
  return (
    <UnsavedGuard>
      <PageHeading title={texts.title} site={clinic.name} lead={texts.lead} />
      <p className="mt-2 text-form text-muted">
        {texts.bookable}{' '}
        {may('scheduling:write') && (
          <TextLink to={withClinic(paths.settingsScheduling)}>{texts.toScheduling}</TextLink>
        )}
      </p>
      <div className="mt-6">
        <HoursEditor
          key={clinic.id}
          clinic={clinic}
          noteOn={(day) => (staffed && !staffed.has(day) ? texts.unstaffed : undefined)}
        />
      </div>
    </UnsavedGuard>
  )
}
