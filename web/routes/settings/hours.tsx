import { paths } from '#domain/paths.ts'
import { clinicTexts } from '#domain/texts/clinics.ts'
import { UnsavedGuard } from '#web/components/form/unsaved-guard.tsx'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { TextLink } from '#web/components/text-link.tsx'
import { HoursEditor } from '#web/features/clinics/hours-editor.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { useClinic } from '#web/lib/clinic/current-clinic.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'

const texts = clinicTexts.hours

export default function HoursSettings() {
  const clinic = useClinic()
  const may = useCan()
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
        <HoursEditor key={clinic.id} clinic={clinic} />
      </div>
    </UnsavedGuard>
  )
}
