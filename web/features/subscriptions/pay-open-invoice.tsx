import { useMutation } from '@tanstack/react-query'
import { subscriptionTexts } from '#domain/texts/subscriptions.ts'
import { formatMoney } from '#domain/values/money.ts'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { conflictSentence } from '#web/lib/fetch/refusals.ts'
import { rememberDueInvoices } from './due-invoices.ts'
import type { OwnSubscription } from './queries.ts'

const texts = subscriptionTexts.page.payOpen

/** Leads to the payment page of a due invoice; nothing without one. */
export function PayOpenInvoice({ subscription }: { subscription: OwnSubscription }) {
  const pay = useMutation({
    mutationFn: async (invoiceId: string) => {
      const { url } = await callFunction('pay-invoice', { invoiceId })
      rememberDueInvoices([invoiceId])
      location.assign(url)
    },
    onError: (error) =>
      void toast.error(texts.failedTitle, { description: conflictSentence(error) ?? texts.failed }),
  })
  const invoice = subscription.open_invoices.find(({ amount_due_cents }) => amount_due_cents > 0)
  if (!invoice) return null
  return (
    <SubmitButton
      type="button"
      // until the other page has loaded
      isBusy={pay.isPending || pay.isSuccess}
      busyText={texts.busy}
      onClick={() => pay.isPending || pay.isSuccess || pay.mutate(invoice.id)}
    >
      {texts.action(formatMoney(invoice.amount_due_cents, invoice.currency))}
    </SubmitButton>
  )
}
