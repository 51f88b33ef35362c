import { messageTexts } from '#domain/texts/messages.ts'
import { settingsTexts } from '#domain/texts/settings.ts'
import { UnsavedGuard } from '#web/components/form/unsaved-guard.tsx'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { MailCard } from '#web/features/clinics/mail-card.tsx'
import { MessageSettingsCard } from '#web/features/messages/message-settings-card.tsx'
import { useClinic } from '#web/lib/clinic/current-clinic.ts'

export default function MessageSettings() {
  const clinic = useClinic()
  return (
    <UnsavedGuard>
      <PageHeading
        title={settingsTexts.navigation.messages}
        site={clinic.name}
        lead={messageTexts.settings.pageLead}
      />
      <div className="mt-8 space-y-6">
        <MessageSettingsCard key={`messages ${clinic.id}`} clinic={clinic} />
        <MailCard key={`mail ${clinic.id}`} clinic={clinic} />
      </div>
    </UnsavedGuard>
  )
}
