import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type RefundReason, refundReasons } from '#domain/invoices/inputs.ts'
import { clinicInvoiceTexts } from '#domain/texts/clinic-invoices.ts'
import { formatMoney, parseAmount, plainAmount } from '#domain/values/money.ts'
import { Field } from '#web/components/form/field.tsx'
import { AlertDialog } from '#web/components/ui/alert-dialog.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { Select } from '#web/components/ui/select.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { useRefreshClinic } from '#web/lib/fetch/refresh-clinic.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'

const texts = clinicInvoiceTexts.refund

export interface RefundablePayment {
  id: string
  leftCents: number
  currency: string
}

/** Asks for the amount and refunds a payment in full or in part. Admins only. Mounted once per question. */
export function RefundPayment({
  payment,
  patient,
  onClose,
}: {
  payment: RefundablePayment
  patient: string
  onClose(): void
}) {
  const { leftCents, currency } = payment
  const refresh = useRefreshClinic()
  const [typed, setTyped] = useState(() => plainAmount(leftCents, currency))
  // one opening of the dialog refunds once, even after several presses
  const [attempt] = useState(() => crypto.randomUUID())
  const [reason, setReason] = useState<RefundReason | ''>('')
  const amountCents = parseAmount(typed, currency)
  const problem =
    amountCents === null || amountCents <= 0
      ? texts.amountInvalid
      : amountCents > leftCents
        ? texts.tooLarge(formatMoney(leftCents, currency))
        : undefined
  const asked = problem || amountCents === null ? null : formatMoney(amountCents, currency)
  const refund = useMutation({
    mutationFn: (cents: number) =>
      callFunction('refund-payment', {
        paymentId: payment.id,
        amountCents: cents,
        reason: reason || null,
        attempt,
      }),
    onSuccess: (_, cents) => {
      toast.success(texts.done(formatMoney(cents, currency)))
      onClose()
    },
    onError: (error) => toast.error(texts.failedTitle, describeRefusal(error, texts.failed)),
    onSettled: refresh,
  })
  return (
    <AlertDialog
      open
      onOpenChange={(open) => open || refund.isPending || onClose()}
      title={texts.question(patient, asked)}
      consequence={texts.consequence}
      safeLabel={texts.keep}
      actionLabel={asked ? texts.action(asked) : texts.refund}
      isBusy={refund.isPending}
      onAction={() => void (problem || amountCents === null || refund.mutate(amountCents))}
    >
      <div className="mt-4 space-y-5">
        <Field
          label={texts.amount(currency)}
          hint={texts.left(formatMoney(leftCents, currency))}
          error={problem}
        >
          {(control) => (
            <Input
              {...control}
              inputMode="decimal"
              autoComplete="off"
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
          )}
        </Field>
        <Field label={texts.reason} isOptional hint={texts.reasonHint}>
          {(control) => (
            <Select
              {...control}
              value={reason}
              onChange={({ target }) => setReason(target.value as RefundReason | '')}
            >
              <option value="">{texts.noReason}</option>
              {refundReasons.map((each) => (
                <option key={each} value={each}>
                  {texts.reasons[each]}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
    </AlertDialog>
  )
}
