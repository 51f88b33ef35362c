import { clinicInvoiceTexts } from '#domain/texts/clinic-invoices.ts'
import { formatMoney } from '#domain/values/money.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { AskReason } from './ask-reason.tsx'
import type { DeskEntryProps } from './desk-entry.ts'

const texts = clinicInvoiceTexts.writeOff

export function WriteOffInvoice({ invoice, patient, onClose }: DeskEntryProps) {
  const { id: invoiceId, amount_due_cents: amountCents, currency } = invoice
  const amount = formatMoney(amountCents, currency)
  return (
    <AskReason
      texts={texts}
      question={texts.question(patient, amount)}
      consequence={texts.consequence}
      action={texts.action(amount)}
      done={texts.done(amount)}
      send={(reason) => callFunction('write-off-invoice', { invoiceId, amountCents, reason })}
      onClose={onClose}
    />
  )
}
