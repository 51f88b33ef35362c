import { settingsCardIds } from '#domain/settings-card-ids.ts'
import { clinicTexts } from '#domain/texts/clinics.ts'
import { CopyButton } from '#web/components/copy-button.tsx'
import { SectionCard } from '#web/components/page/section-card.tsx'
import { config } from '#web/lib/page/config.ts'

const texts = clinicTexts.publishableKey

export function PublishableKeyCard() {
  return (
    <SectionCard id={settingsCardIds.publishableKey} title={texts.title}>
      <p className="-mt-2 mb-4 text-form text-muted">{texts.lead}</p>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <code className="min-w-0 text-form [overflow-wrap:anywhere]">{config.publishableKey}</code>
        <CopyButton value={config.publishableKey}>{texts.copy}</CopyButton>
      </div>
    </SectionCard>
  )
}
