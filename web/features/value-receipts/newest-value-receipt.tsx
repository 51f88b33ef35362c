import { useQuery } from '@tanstack/react-query'
import { ReceiptText } from 'lucide-react'
import { valueReceiptTexts } from '#domain/texts/value-receipts.ts'
import { LinkRow } from '#web/components/page/link-row.tsx'
import { Waiting } from '#web/components/ui/skeleton.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { ownValueReceiptsQuery } from './queries.ts'
import { spanInText } from './receipt-words.ts'

const texts = valueReceiptTexts.home

/** Row with a link to the newest value receipt until its reader opens it. */
export function NewestValueReceipt({ clinic, pathOf }: { clinic: Clinic; pathOf(id: string): string }) {
  const read = useQuery(ownValueReceiptsQuery(clinic.subdomain))
  if (read.isPending) return <Waiting />
  const [newest] = read.data ?? []
  if (!newest || newest.openedAt) return null
  return (
    <LinkRow to={withClinic(pathOf(newest.id))} icon={ReceiptText} note={texts.newest(spanInText(newest))}>
      {texts.open}
    </LinkRow>
  )
}
