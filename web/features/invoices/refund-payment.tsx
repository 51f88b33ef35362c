import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { invoiceTexts } from '#domain/texts/invoices.ts'
import { formatMoney, parseAmount, plainAmount } from '#domain/values/money.ts'
import { Field } from '#web/components/form/field.tsx'
import { AlertDialog } from '#web/components/ui/alert-dialog.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { useRefreshClinic } from '#web/lib/fetch/refresh-clinic.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'

const texts = invoiceTexts.refund

export interface RefundablePayment {
  id: string
  leftCents: number
  currency: string
}

/** Refunds a payment in full or in part. Admins only. @param number of the paid invoice */
export function RefundPayment({
  payment,
  number,
  patient,
}: {
  payment: RefundablePayment
  number: string
  patient: string
}) {
  const { leftCents, currency } = payment
  const refresh = useRefreshClinic()
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  // one opening of the dialog refunds once, even after several presses
  const [attempt, setAttempt] = useState('')
  const amountCents = parseAmount(typed, currency)
  const problem =
    amountCents === null || amountCents <= 0
      ? texts.amountInvalid
      : amountCents > leftCents
        ? texts.tooLarge(formatMoney(leftCents, currency))
        : undefined
  const refund = useMutation({
    mutationFn: (cents: number) =>
      callFunction('refund-payment', { paymentId: payment.id, amountCents: cents, attempt }),
    onSuccess: (_, cents) => {
      toast.success(texts.done(formatMoney(cents, currency)))
      setOpen(false)
    },
    onError: (error) => toast.error(texts.failedTitle, describeRefusal(error, texts.failed)),
    onSettled: refresh,
  })
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        aria-label={texts.refundOf(number)}
        onClick={() => {
          setTyped(plainAmount(leftCents, currency))
          setAttempt(crypto.randomUUID())
          setOpen(true)
        }}
      >
        {texts.refund}
      </Button>
      <AlertDialog
        open={isOpen}
        onOpenChange={(open) => refund.isPending || setOpen(open)}
        title={texts.question(patient, formatMoney(leftCents, currency))}
        consequence={texts.consequence}
        safeLabel={texts.keep}
        actionLabel={
          problem || amountCents === null ? texts.refund : texts.action(formatMoney(amountCents, currency))
        }
        isBusy={refund.isPending}
        onAction={() => void (problem || amountCents === null || refund.mutate(amountCents))}
      >
        <div className="mt-4">
          <Field label={texts.amount} hint={texts.left(formatMoney(leftCents, currency))} error={problem}>
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
        </div>
      </AlertDialog>
    </>
  )
}
