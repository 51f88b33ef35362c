import { invoiceTexts } from '#domain/texts/invoices.ts'
import { Badge } from '#web/components/ui/badge.tsx'

/** The status of an invoice while a bank account is debited for it. @param until the date, formatted */
export function Processing({ until }: { until: string }) {
  const texts = invoiceTexts.processing
  return (
    <span className="inline-flex flex-col items-end sm:items-start">
      <Badge tone="info">{texts.badge}</Badge>
      <span className="mt-1 text-note text-muted">{texts.until(until)}</span>
    </span>
  )
}
