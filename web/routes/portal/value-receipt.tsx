import { useParams } from 'react-router'
import { paths } from '#domain/paths.ts'
import { valueReceiptTexts } from '#domain/texts/value-receipts.ts'
import { BackLink } from '#web/components/page/back-link.tsx'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { OwnValueReceipt } from '#web/features/value-receipts/own-value-receipt.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { useClinicLookup } from '#web/lib/clinic/current-clinic.ts'
import { config } from '#web/lib/page/config.ts'
import { ForProvenPatients } from './for-proven-patients.tsx'

const texts = valueReceiptTexts

export default function ValueReceipt() {
  const { id = '' } = useParams()
  const { clinic } = useClinicLookup()
  return (
    <>
      <BackLink to={withClinic(paths.homeValue)}>{texts.receipt.back}</BackLink>
      <PageHeading title={texts.list.title} site={clinic?.name ?? config.productName} lead={clinic?.name} />
      <div className="mt-8">
        <ForProvenPatients pending={<Skeleton className="h-64 rounded-card" />}>
          {(clinic) => <OwnValueReceipt clinic={clinic} receiptId={id} />}
        </ForProvenPatients>
      </div>
    </>
  )
}
