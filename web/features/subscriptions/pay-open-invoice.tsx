import { useId } from 'react'
import { subscriptionTexts } from '#domain/texts/subscriptions.ts'
import { formatMoney } from '#domain/values/money.ts'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { usePayInvoice } from '#web/components/plan-agreement/use-pay-invoice.tsx'
import { rememberDueInvoices } from './due-invoices.ts'
import type { OwnSubscription } from './queries.ts'

const texts = subscriptionTexts.page.payOpen

/** Leads to the payment page of a due invoice; nothing without one. */
export function PayOpenInvoice({ subscription }: { subscription: OwnSubscription }) {
  const id = useId()
  const invoice = subscription.open_invoices.find(
    ({ amount_due_cents, settles_about }) => amount_due_cents > 0 && !settles_about,
  )
  const pay = usePayInvoice(
    { invoiceId: invoice?.id ?? '', subscriptionId: subscription.id },
    (invoiceId) => rememberDueInvoices([invoiceId]),
    texts,
  )
  if (!invoice) return null
  return (
    <>
      <SubmitButton
        type="button"
        aria-describedby={id}
        // until the other page has loaded
        isBusy={pay.isBusy}
        busyText={texts.busy}
        onClick={pay.run}
      >
        {texts.action(formatMoney(invoice.amount_due_cents, invoice.currency))}
      </SubmitButton>
      <p id={id} className="order-last basis-full text-form text-muted">
        {texts.leads}
      </p>
      {pay.dialog}
    </>
  )
}
