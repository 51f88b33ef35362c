import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { valueReceiptTexts } from '#domain/texts/value-receipts.ts'
import type { ValueReceipt } from '#domain/value-receipts/value-receipts.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { FirstRows, useFirstRows } from '#web/components/first-rows.tsx'
import { Badge } from '#web/components/ui/badge.tsx'
import { Card } from '#web/components/ui/card.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { ownValueReceiptsQuery } from './queries.ts'
import { outcomeInText, spanInText } from './receipt-words.ts'

const texts = valueReceiptTexts.list

/** The patient's value receipts, newest first. @param pathOf the page of a receipt */
export function OwnValueReceipts({ clinic, pathOf }: { clinic: Clinic; pathOf(id: string): string }) {
  const read = useQuery(ownValueReceiptsQuery(clinic.subdomain))
  const rows = useFirstRows(read.data, 12)
  if (read.isPending)
    return (
      <Loading>
        <Skeleton className="h-40 rounded-card" />
      </Loading>
    )
  if (read.data === undefined)
    return <ErrorState title={valueReceiptTexts.receipt.failed} onRetry={() => void read.refetch()} />
  if (read.data.length === 0) return <p className="text-muted">{texts.empty}</p>
  return (
    <Card>
      <FirstRows
        of={rows}
        row={(receipt) => <Row key={receipt.id} receipt={receipt} path={withClinic(pathOf(receipt.id))} />}
        more={() => texts.all}
      />
    </Card>
  )
}

function Row({ receipt, path }: { receipt: ValueReceipt; path: string }) {
  return (
    <li className="py-3 first:pt-0 last:pb-0">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link to={path} className="link">
          {spanInText(receipt)}
        </Link>
        {receipt.span === 'year' && <Badge>{texts.year}</Badge>}
        {!receipt.openedAt && <Badge>{texts.fresh}</Badge>}
      </p>
      <p className="mt-1 text-form text-muted">{outcomeInText(receipt)}</p>
    </li>
  )
}
