import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { valueReceiptTexts } from '#domain/texts/value-receipts.ts'
import { SectionCard } from '#web/components/page/section-card.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { ownValueReceiptsQuery } from './queries.ts'
import { spanInText } from './receipt-words.ts'

const texts = valueReceiptTexts.home

/** Link to the newest value receipt until its reader opens it. */
export function NewestValueReceipt({ clinic, pathOf }: { clinic: Clinic; pathOf(id: string): string }) {
  const read = useQuery(ownValueReceiptsQuery(clinic.subdomain))
  const [newest] = read.data ?? []
  if (!newest || newest.openedAt) return null
  return (
    <SectionCard title={texts.title}>
      <p className="text-form">{texts.newest(spanInText(newest))}</p>
      <Button asChild variant="outline" className="mt-4">
        <Link to={withClinic(pathOf(newest.id))}>{texts.open}</Link>
      </Button>
    </SectionCard>
  )
}
