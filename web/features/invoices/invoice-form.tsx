import { useMutation, useQuery } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { dueInDays, mostInvoiceLines, mostLineCents, smallestInvoiceCents } from '#domain/invoices/inputs.ts'
import { percentageOf } from '#domain/payouts/clinic-tax.ts'
import { clinicInvoiceTexts } from '#domain/texts/clinic-invoices.ts'
import { formatMoney, parseAmount } from '#domain/values/money.ts'
import { Field } from '#web/components/form/field.tsx'
import { focusFirstError } from '#web/components/form/focus-first-error.ts'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Checkbox } from '#web/components/ui/checkbox.tsx'
import { DialogActions } from '#web/components/ui/dialog.tsx'
import { GuardedDialog } from '#web/components/ui/guarded-dialog.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { Select } from '#web/components/ui/select.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { readClinicTax } from '#web/lib/clinic/clinic-tax.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { useRefreshClinic } from '#web/lib/fetch/refresh-clinic.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'

const texts = clinicInvoiceTexts.create

interface Line {
  key: string
  description: string
  amount: string
}

const emptyLine = (): Line => ({ key: crypto.randomUUID(), description: '', amount: '' })

export function InvoiceForm({
  clinic,
  patientId,
  name,
  onClose,
}: {
  clinic: Clinic
  patientId: string
  name: string
  onClose(): void
}) {
  const { currency } = clinic
  const refresh = useRefreshClinic()
  const { data: tax } = useQuery({
    queryKey: clinicKey(clinic.subdomain, 'clinic-tax'),
    queryFn: ({ signal }) => readClinicTax(clinic.id, signal),
  })
  const [lines, setLines] = useState<Line[]>(() => [emptyLine()])
  const [days, setDays] = useState<number>(14)
  const taxId = useId()
  const [isTaxed, setTaxed] = useState(false)
  const [isChecked, setChecked] = useState(false)
  // one opened form issues one invoice, even after several presses
  const [attempt] = useState(() => crypto.randomUUID())
  const read = lines.map(({ description, amount }) => ({
    description: description.trim(),
    amountCents: parseAmount(amount, currency) ?? 0,
  }))
  const isInRange = (cents: number) => cents >= smallestInvoiceCents && cents <= mostLineCents
  const isWhole = read.every(({ description, amountCents }) => description && isInRange(amountCents))
  const amountOff = texts.amountOff(
    formatMoney(smallestInvoiceCents, currency),
    formatMoney(mostLineCents, currency),
  )
  const total = read.reduce((sum, { amountCents }) => sum + amountCents, 0)
  const change = (key: string, changes: Partial<Line>) =>
    setLines((before) => before.map((line) => (line.key === key ? { ...line, ...changes } : line)))
  const issue = useMutation({
    mutationFn: () =>
      callFunction('create-invoice', { patientId, lines: read, dueInDays: days, isTaxed, attempt }),
    onSuccess: () => {
      toast.success(texts.done)
      onClose()
    },
    onError: (error) => toast.error(texts.failedTitle, describeRefusal(error, texts.failed)),
    onSettled: refresh,
  })
  return (
    <GuardedDialog
      isOpen
      onOpenChange={(open) => open || issue.isPending || onClose()}
      title={texts.title}
      description={texts.lead(name)}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          const { currentTarget } = event
          flushSync(() => setChecked(true))
          focusFirstError(currentTarget)
          if (isWhole && !issue.isPending) issue.mutate()
        }}
      >
        <div className="space-y-5">
          {lines.map(({ key, description, amount }, place) => (
            <div
              key={key}
              className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-3 sm:grid-cols-[minmax(0,1fr)_10rem_auto]"
            >
              <div className="max-sm:col-span-2">
                <Field
                  label={texts.description(place + 1)}
                  error={isChecked && !read[place]?.description ? texts.textMissing : ''}
                >
                  {(control) => (
                    <Input
                      {...control}
                      autoComplete="off"
                      maxLength={120}
                      value={description}
                      onChange={({ target }) => change(key, { description: target.value })}
                    />
                  )}
                </Field>
              </div>
              <Field
                label={texts.amount(currency)}
                error={isChecked && !isInRange(read[place]?.amountCents ?? 0) ? amountOff : ''}
              >
                {(control) => (
                  <Input
                    {...control}
                    aria-label={texts.amountOf(place + 1)}
                    inputMode="decimal"
                    autoComplete="off"
                    value={amount}
                    onChange={({ target }) => change(key, { amount: target.value })}
                  />
                )}
              </Field>
              <Button
                variant="quiet"
                size="icon"
                className="mt-7.5"
                aria-label={texts.remove(place + 1)}
                disabled={lines.length === 1}
                onClick={() => setLines((before) => before.filter((line) => line.key !== key))}
              >
                <Trash2 aria-hidden />
              </Button>
            </div>
          ))}
          <p className="text-note text-muted">{texts.descriptionHint}</p>
          {lines.length < mostInvoiceLines && (
            <Button variant="outline" onClick={() => setLines((before) => [...before, emptyLine()])}>
              <Plus aria-hidden />
              {texts.add}
            </Button>
          )}
          <Field label={texts.due}>
            {(control) => (
              <Select {...control} value={days} onChange={({ target }) => setDays(Number(target.value))}>
                {dueInDays.map((each) => (
                  <option key={each} value={each}>
                    {texts.dueIn(each)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          {tax && (
            <div className="flex items-center gap-3">
              <Checkbox id={taxId} checked={isTaxed} onChange={({ target }) => setTaxed(target.checked)} />
              <label htmlFor={taxId}>{texts.tax(tax.name, percentageOf(tax.ratePpm), tax.isInclusive)}</label>
            </div>
          )}
          <p className="text-form text-muted">{texts.mailed}</p>
          <p className="text-form text-muted">{texts.commission}</p>
        </div>
        <DialogActions>
          <Button variant="outline" disabled={issue.isPending} onClick={onClose}>
            {texts.keep}
          </Button>
          <SubmitButton isBusy={issue.isPending} busyText={texts.busy}>
            {texts.action(isWhole && !isTaxed ? formatMoney(total, currency) : null)}
          </SubmitButton>
        </DialogActions>
      </form>
    </GuardedDialog>
  )
}
