import { paths } from '#domain/paths.ts'
import { clinicTexts } from '#domain/texts/clinics.ts'
import { NeedsSecondStep } from '#web/components/access/needs-second-step.tsx'
import { UnsavedGuard } from '#web/components/form/unsaved-guard.tsx'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { SingleSignOnSection } from '#web/features/single-sign-on/single-sign-on-section.tsx'
import { SupportSection } from '#web/features/support/clinic-support.tsx'
import { ClinicRule } from '#web/features/two-factor/clinic-rule.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { useClinic } from '#web/lib/clinic/current-clinic.ts'
import { useTookSecondStep } from '#web/lib/proof/second-step.ts'

const texts = clinicTexts.security

export default function SecuritySettings() {
  const clinic = useClinic()
  const isHigh = useTookSecondStep()
  return (
    <UnsavedGuard>
      <PageHeading title={texts.title} site={clinic.name} lead={texts.lead} />
      <div className="mt-8 space-y-6">
        {!isHigh && <NeedsSecondStep setUpAt={withClinic(`${paths.settingsPassword}#two-step`)} />}
        <ClinicRule />
        <SingleSignOnSection />
        <SupportSection clinic={clinic} />
      </div>
    </UnsavedGuard>
  )
}
