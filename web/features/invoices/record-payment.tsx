import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { deskMethods, oldestReceivedDays } from '#domain/invoices/inputs.ts'
import { clinicInvoiceTexts } from '#domain/texts/clinic-invoices.ts'
import { invoiceTexts } from '#domain/texts/invoices.ts'
import { formatMoney } from '#domain/values/money.ts'
import { addDays, dateIn } from '#domain/values/zones.ts'
import { Field } from '#web/components/form/field.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { DialogActions } from '#web/components/ui/dialog.tsx'
import { GuardedDialog } from '#web/components/ui/guarded-dialog.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { Select } from '#web/components/ui/select.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { useClinic } from '#web/lib/clinic/current-clinic.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { useRefreshClinic } from '#web/lib/fetch/refresh-clinic.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import { serverNow } from '#web/lib/page/clock.ts'
import type { DeskEntryProps } from './desk-entry.ts'

const texts = clinicInvoiceTexts.record

/** Records cash, a check or a transfer that paid an invoice. */
export function RecordPayment({ invoice, patient, onClose }: DeskEntryProps) {
  const clinic = useClinic()
  const refresh = useRefreshClinic()
  const today = dateIn(serverNow(), clinic.time_zone)
  const [method, setMethod] = useState<(typeof deskMethods)[number]>('cash')
  const [receivedOn, setReceivedOn] = useState(today)
  const [reference, setReference] = useState('')
  const { id: invoiceId, amount_due_cents: amountCents, currency } = invoice
  const amount = formatMoney(amountCents, currency)
  const record = useMutation({
    mutationFn: () =>
      callFunction('record-payment', {
        invoiceId,
        amountCents,
        method,
        receivedOn,
        reference: method === 'cash' ? '' : reference,
      }),
    onSuccess: () => {
      toast.success(texts.done(amount))
      onClose()
    },
    onError: (error) => toast.error(texts.failedTitle, describeRefusal(error, texts.failed)),
    onSettled: refresh,
  })
  return (
    <GuardedDialog
      isOpen
      onOpenChange={(open) => open || record.isPending || onClose()}
      title={texts.title(patient)}
      description={texts.lead(invoice.number ?? '', amount)}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (!record.isPending) record.mutate()
        }}
      >
        <div className="space-y-5">
          <Field label={texts.method}>
            {(control) => (
              <Select
                {...control}
                value={method}
                onChange={({ target }) => setMethod(target.value as typeof method)}
              >
                {deskMethods.map((each) => (
                  <option key={each} value={each}>
                    {invoiceTexts.methods[each]}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field label={texts.received}>
            {(control) => (
              <Input
                {...control}
                type="date"
                required
                min={addDays(today, -oldestReceivedDays)}
                max={today}
                value={receivedOn}
                onChange={({ target }) => setReceivedOn(target.value)}
              />
            )}
          </Field>
          {method !== 'cash' && (
            <Field label={texts.reference} hint={texts.referenceHint}>
              {(control) => (
                <Input
                  {...control}
                  autoComplete="off"
                  maxLength={60}
                  value={reference}
                  onChange={({ target }) => setReference(target.value)}
                />
              )}
            </Field>
          )}
          <p className="text-form text-muted">{texts.consequence}</p>
        </div>
        <DialogActions>
          <Button variant="outline" disabled={record.isPending} onClick={onClose}>
            {texts.keep}
          </Button>
          <SubmitButton isBusy={record.isPending} busyText={texts.busy}>
            {texts.action(amount)}
          </SubmitButton>
        </DialogActions>
      </form>
    </GuardedDialog>
  )
}
