import { paths, valueReceiptPath } from '#domain/paths.ts'
import { valueReceiptTexts } from '#domain/texts/value-receipts.ts'
import { BackLink } from '#web/components/page/back-link.tsx'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { OwnValueReceipts } from '#web/features/value-receipts/own-value-receipts.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { useClinicLookup } from '#web/lib/clinic/current-clinic.ts'
import { config } from '#web/lib/page/config.ts'
import { ForProvenPatients } from './for-proven-patients.tsx'

const texts = valueReceiptTexts.list

/** A patient's use of their plan by month (docs/domain-rules.md goal 3). */
export default function ValueReceipts() {
  const { clinic } = useClinicLookup()
  return (
    <>
      <BackLink to={withClinic(paths.pay)}>{texts.back}</BackLink>
      <PageHeading title={texts.title} site={clinic?.name ?? config.productName} lead={texts.lead} />
      <div className="mt-8">
        <ForProvenPatients pending={<Skeleton className="h-40 rounded-card" />}>
          {(clinic) => <OwnValueReceipts clinic={clinic} pathOf={valueReceiptPath} />}
        </ForProvenPatients>
      </div>
    </>
  )
}
