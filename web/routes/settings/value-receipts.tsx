import { valueReceiptTexts } from '#domain/texts/value-receipts.ts'
import { UnsavedGuard } from '#web/components/form/unsaved-guard.tsx'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { ValueFiguresCard } from '#web/features/value-receipts/value-figures-card.tsx'
import { ValueSettingsCard } from '#web/features/value-receipts/value-settings-card.tsx'
import { useClinic } from '#web/lib/clinic/current-clinic.ts'

const texts = valueReceiptTexts.settings

export default function ValueReceiptSettings() {
  const clinic = useClinic()
  return (
    <UnsavedGuard>
      <PageHeading title={texts.title} site={clinic.name} lead={texts.lead} />
      <div className="mt-8 space-y-6">
        <ValueSettingsCard clinic={clinic} />
        <ValueFiguresCard clinic={clinic} />
      </div>
    </UnsavedGuard>
  )
}
