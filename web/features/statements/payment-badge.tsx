import type { StatementPayment } from '#domain/statements/statements.ts'
import { statementTexts } from '#domain/texts/statements.ts'
import { Badge } from '#web/components/ui/badge.tsx'

/** Whether a closed month's commission is paid. @param isOwed false if the month has no commission */
export function PaymentBadge({ payment, isOwed }: { payment: StatementPayment; isOwed: boolean }) {
  const { nothingOwed, owed, paid, pastDue, forgiven } = statementTexts.month
  if (!isOwed) return <Badge tone="neutral">{nothingOwed}</Badge>
  if (payment === 'paid') return <Badge tone="success">{paid}</Badge>
  if (payment === 'void') return <Badge tone="neutral">{forgiven}</Badge>
  if (payment === 'past_due' || payment === 'uncollectible') return <Badge tone="danger">{pastDue}</Badge>
  return <Badge tone="info">{owed}</Badge>
}
