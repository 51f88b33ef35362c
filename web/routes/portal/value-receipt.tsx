import { useParams } from 'react-router'
import { paths } from '#domain/paths.ts'
import { valueReceiptTexts } from '#domain/texts/value-receipts.ts'
import { BackLink } from '#web/components/back-link.tsx'
import { PageHeading } from '#web/components/page-heading.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { OwnValueReceipt } from '#web/features/value-receipts/own-value-receipt.tsx'
import { withClinic } from '#web/lib/clinic-address.ts'
import { config } from '#web/lib/config.ts'
import { useClinicLookup } from '#web/lib/current-clinic.ts'
import { ForProvenPatients } from './for-proven-patients.tsx'

const texts = valueReceiptTexts

/** One value receipt, for reading and printing. */
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
