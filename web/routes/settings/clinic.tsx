import { paths } from '#domain/paths.ts'
import { clinicTexts } from '#domain/texts/clinics.ts'
import { UnsavedGuard } from '#web/components/form/unsaved-guard.tsx'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { BrandCard } from '#web/features/clinics/brand-card.tsx'
import { ClinicProfileEditor } from '#web/features/clinics/clinic-profile-editor.tsx'
import { LogoSection } from '#web/features/clinics/logo-section.tsx'
import { MailCard } from '#web/features/clinics/mail-card.tsx'
import { PublishableKeyCard } from '#web/features/clinics/publishable-key-card.tsx'
import { GuardianRulesCard } from '#web/features/guardians/guardian-rules-card.tsx'
import { MessageSettingsCard } from '#web/features/messages/message-settings-card.tsx'
import { clinicUrl } from '#web/lib/clinic/clinic-address.ts'
import { useClinic } from '#web/lib/clinic/current-clinic.ts'
import { leaveWithoutAsking } from '#web/lib/page/leave-page.ts'

const texts = clinicTexts.profile

export default function ClinicSettings() {
  const clinic = useClinic()
  return (
    <UnsavedGuard>
      <PageHeading title={texts.title} site={clinic.name} lead={texts.lead} />
      <div className="mt-8 space-y-6">
        <LogoSection slug={clinic.subdomain} />
        <ClinicProfileEditor
          key={clinic.id}
          clinic={clinic}
          // reloads the page, because all loaded data belongs to the old subdomain
          onMoved={(subdomain) => leaveWithoutAsking(clinicUrl(subdomain, paths.settingsClinic))}
        />
        <MailCard key={`mail ${clinic.id}`} clinic={clinic} />
        <BrandCard key={`brand ${clinic.id}`} clinic={clinic} />
        <GuardianRulesCard key={`guardians ${clinic.id}`} slug={clinic.subdomain} />
        <MessageSettingsCard key={`messages ${clinic.id}`} clinic={clinic} />
        <PublishableKeyCard />
      </div>
    </UnsavedGuard>
  )
}
