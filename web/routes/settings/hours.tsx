import { useQuery } from '@tanstack/react-query'
import { clockText, type OpeningSpan, unstaffedEnds, type Weekday } from '#domain/clinics/opening-hours.ts'
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

/** @returns the hours in which a provider works; null while they are loaded, and if there is no provider */
function useStaffedHours({ subdomain, time_zone: zone }: Clinic) {
  const settings = useQuery(providerSettingsQuery(subdomain))
  const working = settings.data?.filter(({ isActive, isOnTeam }) => isActive && isOnTeam) ?? []
  if (working.length === 0) return null
  const today = dateIn(serverNow(), zone)
  const isAhead = ({ validUntil }: { validUntil: string | null }) => !validUntil || validUntil >= today
  return working.flatMap(({ hours }) => hours.filter(isAhead))
}

export default function HoursSettings() {
  const clinic = useClinic()
  const may = useCan()
  const worked = useStaffedHours(clinic)
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
          noteOn={(day, hours) => {
            const text = worked && unstaffedText(day, hours, worked)
            if (!text) return null
            return (
              <>
                {text}{' '}
                {may('scheduling:write') && (
                  <TextLink to={withClinic(paths.settingsScheduling)}>{texts.changeHours}</TextLink>
                )}
              </>
            )
          }}
        />
      </div>
    </UnsavedGuard>
  )
}

/** About opening hours that look bookable and are not. */
function unstaffedText(
  day: Weekday,
  hours: readonly OpeningSpan[],
  worked: NonNullable<ReturnType<typeof useStaffedHours>>,
): string | null {
  if (!worked.some((each) => each.day === day)) return texts.unstaffed
  const ends = unstaffedEnds(hours, worked).find((each) => each.day === day)
  if (!ends) return null
  const { before, after } = ends
  return texts.unstaffedEnds(texts.days[day], before && clockText(before), after && clockText(after))
}
