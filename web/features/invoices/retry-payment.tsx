import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { clinicInvoiceTexts } from '#domain/texts/clinic-invoices.ts'
import { formatMoney } from '#domain/values/money.ts'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { AlertDialog } from '#web/components/ui/alert-dialog.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { useRefreshClinic } from '#web/lib/fetch/refresh-clinic.ts'
import { describeRefusal, refusalCode } from '#web/lib/fetch/refusals.ts'
import type { FailedPayment } from './queries.ts'

const texts = clinicInvoiceTexts.failedPayments

/** Charges the saved card of a failed payment after confirming the amount. Admins only. */
export function RetryPayment({ payment, patient }: { payment: FailedPayment; patient: string }) {
  const refresh = useRefreshClinic()
  const [isOpen, setOpen] = useState(false)
  // one opening of the dialog charges once, even after several presses
  const [attempt, setAttempt] = useState('')
  const amount = formatMoney(payment.amount_due_cents, payment.currency)
  const retry = useMutation({
    mutationFn: () => callFunction('retry-payment', { invoiceId: payment.id, attempt }),
    onSuccess: ({ paid }) =>
      paid ? void toast.success(texts.paid(patient)) : void toast.info(texts.processing(patient)),
    // the row states that the card was declined, above the button for the link
    onError: (error) => {
      if (refusalCode(error) !== 'patient_card_declined')
        toast.error(texts.notPaid, describeRefusal(error, texts.failed))
    },
    // the dialog closes on the row's result
    onSettled: () => refresh().finally(() => setOpen(false)),
  })
  return (
    <>
      <Button
        variant="outline"
        aria-label={texts.retryOf(patient)}
        onClick={() => {
          setAttempt(crypto.randomUUID())
          setOpen(true)
        }}
      >
        {texts.retry}
      </Button>
      <AlertDialog
        open={isOpen}
        onOpenChange={(open) => retry.isPending || setOpen(open)}
        title={texts.question(patient, amount)}
        consequence={texts.consequence}
        safeLabel={texts.keep}
        actionLabel={texts.charge(amount)}
        actionVariant="primary"
        isBusy={retry.isPending}
        onAction={() => retry.isPending || retry.mutate()}
      />
    </>
  )
}

/** Mails the payer the failure and a payment link. Admins only; the server sends at most one a day. */
export function SendPaymentLink({ payment, patient }: { payment: FailedPayment; patient: string }) {
  const refresh = useRefreshClinic()
  const send = useMutation({
    mutationFn: () => callFunction('send-payment-link', { invoiceId: payment.id }),
    onSuccess: () => void toast.success(texts.sent(patient)),
    onError: (error) => toast.error(texts.notSent, describeRefusal(error, texts.failed)),
    onSettled: refresh,
  })
  return (
    <SubmitButton
      type="button"
      variant="outline"
      aria-label={texts.sendTo(patient)}
      isBusy={send.isPending}
      busyText={texts.sending}
      onClick={() => send.isPending || send.mutate()}
    >
      {texts.send}
    </SubmitButton>
  )
}
