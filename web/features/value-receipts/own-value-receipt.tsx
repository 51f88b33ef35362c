import { useQuery } from '@tanstack/react-query'
import { Printer, ReceiptText } from 'lucide-react'
import { valueReceiptTexts } from '#domain/texts/value-receipts.ts'
import { EmptyState } from '#web/components/empty-state.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card } from '#web/components/ui/card.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { displayName, useSession } from '#web/lib/session/session-context.ts'
import { ownValueReceiptsQuery } from './queries.ts'
import { ReceiptTable } from './receipt-table.tsx'
import { spanInText } from './receipt-words.ts'
import { useMarkOpened } from './use-mark-opened.ts'

const texts = valueReceiptTexts.receipt

export function OwnValueReceipt({ clinic, receiptId }: { clinic: Clinic; receiptId: string }) {
  const { user } = useSession()
  const read = useQuery(ownValueReceiptsQuery(clinic.subdomain))
  const receipt = read.data?.find(({ id }) => id === receiptId)
  useMarkOpened(receipt)
  if (read.isPending)
    return (
      <Loading>
        <Skeleton className="h-64 rounded-card" />
      </Loading>
    )
  if (read.data === undefined) return <ErrorState title={texts.failed} onRetry={() => void read.refetch()} />
  if (!receipt)
    return (
      <EmptyState icon={ReceiptText} title={texts.missingTitle}>
        {texts.missing}
      </EmptyState>
    )
  return (
    <Card fold>
      <div className="mb-6 flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          {user && <p className="font-semibold break-words">{displayName(user)}</p>}
          <p className="break-words">{receipt.planName}</p>
          <p className="text-form text-muted">{spanInText(receipt)}</p>
        </div>
        <Button variant="outline" className="mr-8 print:hidden" onClick={() => window.print()}>
          <Printer aria-hidden />
          {texts.print}
        </Button>
      </div>
      <ReceiptTable receipt={receipt} />
    </Card>
  )
}
