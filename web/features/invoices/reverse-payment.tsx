import { isDeskPayment, reopenedDueDays } from '#domain/invoices/inputs.ts'
import { clinicInvoiceTexts } from '#domain/texts/clinic-invoices.ts'
import { formatMoney } from '#domain/values/money.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { AskReason } from './ask-reason.tsx'
import type { DeskEntryProps } from './desk-entry.ts'

const texts = clinicInvoiceTexts.reverse

export function ReversePayment({ invoice, patient, onClose }: DeskEntryProps) {
  const payment = invoice.payments.find(isDeskPayment)
  if (!payment) return null
  const amount = formatMoney(payment.amount_cents, invoice.currency)
  return (
    <AskReason
      texts={texts}
      question={texts.question(patient, amount)}
      consequence={texts.consequence(reopenedDueDays)}
      action={texts.action(amount)}
      done={texts.done(amount)}
      send={(reason) => callFunction('reverse-payment', { paymentId: payment.id, reason })}
      onClose={onClose}
    />
  )
}
