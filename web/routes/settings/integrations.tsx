import { apiReferencePath } from '#domain/api/api-document.ts'
import { clinicTexts } from '#domain/texts/clinics.ts'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { ApiKeysCard } from '#web/features/api-keys/api-keys-card.tsx'
import { PublishableKeyCard } from '#web/features/clinics/publishable-key-card.tsx'
import { WebhooksCard } from '#web/features/webhooks/webhooks-card.tsx'
import { useClinic } from '#web/lib/clinic/current-clinic.ts'

const texts = clinicTexts.integrations

export default function IntegrationSettings() {
  const clinic = useClinic()
  return (
    <>
      <PageHeading title={texts.title} site={clinic.name} lead={texts.lead} />
      <div className="mt-8 space-y-6">
        <PublishableKeyCard />
        <WebhooksCard />
        <ApiKeysCard clinic={clinic} />
        <p>
          <a className="link" href={apiReferencePath}>
            {texts.reference}
          </a>
        </p>
      </div>
    </>
  )
}
