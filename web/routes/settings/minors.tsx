import { settingsTexts } from '#domain/texts/settings.ts'
import { UnsavedGuard } from '#web/components/form/unsaved-guard.tsx'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { GuardianRulesCard } from '#web/features/guardians/guardian-rules-card.tsx'
import { useClinic } from '#web/lib/clinic/current-clinic.ts'

export default function MinorSettings() {
  const clinic = useClinic()
  return (
    <UnsavedGuard>
      <PageHeading title={settingsTexts.navigation.minors} site={clinic.name} />
      <div className="mt-8">
        <GuardianRulesCard key={clinic.id} slug={clinic.subdomain} />
      </div>
    </UnsavedGuard>
  )
}
