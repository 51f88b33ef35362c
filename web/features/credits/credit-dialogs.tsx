import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { creditReasons, mostCreditCents, takeBackReasons } from '#domain/credits/inputs.ts'
import { nextCharges } from '#domain/credits/next-charges.ts'
import { creditTexts } from '#domain/texts/credits.ts'
import { dateInText } from '#domain/values/dates.ts'
import { formatMoney, parseAmount } from '#domain/values/money.ts'
import { Field } from '#web/components/form/field.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { AlertDialog } from '#web/components/ui/alert-dialog.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { DialogActions } from '#web/components/ui/dialog.tsx'
import { GuardedDialog } from '#web/components/ui/guarded-dialog.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { Select } from '#web/components/ui/select.tsx'
import { toast } from '#web/components/ui/toast.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { useRefreshClinic } from '#web/lib/fetch/refresh-clinic.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'

interface Patient {
  clinic: Clinic
  patientId: string
  name: string
  onClose(): void
}

/** Gives a credit, with its effect on the next invoice. Mounted once per question. */
export function GiveCredit({
  clinic,
  patientId,
  name,
  creditCents,
  onClose,
}: Patient & { creditCents: number }) {
  const texts = creditTexts.give
  const { currency } = clinic
  const refresh = useRefreshClinic()
  const [typed, setTyped] = useState('')
  const [isChecked, setChecked] = useState(false)
  const [reason, setReason] = useState<(typeof creditReasons)[number]>('goodwill')
  // one opened form gives one credit, even after several presses
  const [attempt] = useState(() => crypto.randomUUID())
  const parsed = parseAmount(typed, currency) ?? 0
  const amountCents = parsed > 0 && parsed <= mostCreditCents ? parsed : null
  const give = useMutation({
    mutationFn: (cents: number) =>
      callFunction('give-credit', { patientId, amountCents: cents, reason, attempt }),
    onSuccess: (_, cents) => {
      toast.success(texts.done(formatMoney(cents, currency)))
      onClose()
    },
    onError: (error) => toast.error(texts.failedTitle, describeRefusal(error, texts.failed)),
    onSettled: refresh,
  })
  return (
    <GuardedDialog
      isOpen
      onOpenChange={(open) => open || give.isPending || onClose()}
      title={texts.title(name)}
      description={texts.lead}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setChecked(true)
          if (amountCents !== null && !give.isPending) give.mutate(amountCents)
        }}
      >
        <div className="space-y-5">
          <Field
            label={texts.amount(currency)}
            error={
              isChecked && amountCents === null
                ? texts.invalid(formatMoney(mostCreditCents, currency))
                : undefined
            }
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
          <Field label={texts.reason}>
            {(control) => (
              <Select
                {...control}
                value={reason}
                onChange={({ target }) => setReason(target.value as typeof reason)}
              >
                {creditReasons.map((each) => (
                  <option key={each} value={each}>
                    {creditTexts.reasons[each]}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Preview clinic={clinic} patientId={patientId} creditCents={creditCents + (amountCents ?? 0)} />
          <p className="text-form text-muted">{texts.mailed}</p>
          <p className="text-form text-muted">{texts.commission}</p>
        </div>
        <DialogActions>
          <Button variant="outline" disabled={give.isPending} onClick={onClose}>
            {texts.keep}
          </Button>
          <SubmitButton isBusy={give.isPending} busyText={texts.busy}>
            {texts.action(amountCents === null ? null : formatMoney(amountCents, currency))}
          </SubmitButton>
        </DialogActions>
      </form>
    </GuardedDialog>
  )
}

/** @param creditCents with the typed amount */
function Preview({
  clinic,
  patientId,
  creditCents,
}: {
  clinic: Clinic
  patientId: string
  creditCents: number
}) {
  const texts = creditTexts.give
  const read = useQuery({
    queryKey: clinicKey(clinic.subdomain, 'next-invoice', patientId),
    staleTime: 0,
    queryFn: () => callFunction('next-invoice', { patientId }),
  })
  return (
    <p role="status" className="text-form font-semibold">
      {read.isPending ? texts.loading : read.data ? sentence(read.data) : texts.unknownNext}
    </p>
  )
  function sentence({ next }: NonNullable<typeof read.data>): string {
    if (!next) return texts.noNext
    const money = (cents: number) => formatMoney(cents, next.currency)
    const [due = 0] = nextCharges([next.totalCents], creditCents)
    const used = Math.max(0, Math.min(creditCents, next.totalCents))
    return texts.next(dateInText(next.at, clinic.time_zone), money(next.totalCents), money(used), money(due))
  }
}

/** Confirms taking back what is left. Mounted once per question. */
export function TakeBackCredit({
  clinic,
  patientId,
  name,
  unusedCents,
  onClose,
}: Patient & { unusedCents: number }) {
  const texts = creditTexts.takeBack
  const refresh = useRefreshClinic()
  const [reason, setReason] = useState<(typeof takeBackReasons)[number]>('mistake')
  const [attempt] = useState(() => crypto.randomUUID())
  const amount = formatMoney(unusedCents, clinic.currency)
  const takeBack = useMutation({
    mutationFn: () =>
      callFunction('take-back-credit', { patientId, amountCents: unusedCents, reason, attempt }),
    onSuccess: () => {
      toast.success(texts.done)
      onClose()
    },
    onError: (error) => toast.error(texts.failedTitle, describeRefusal(error, texts.failed)),
    onSettled: refresh,
  })
  return (
    <AlertDialog
      open
      onOpenChange={(open) => open || takeBack.isPending || onClose()}
      title={texts.question(name, amount)}
      consequence={texts.consequence}
      safeLabel={texts.keep}
      actionLabel={texts.open(amount)}
      isBusy={takeBack.isPending}
      onAction={() => takeBack.isPending || takeBack.mutate()}
    >
      <div className="mt-4">
        <Field label={texts.reason}>
          {(control) => (
            <Select
              {...control}
              value={reason}
              onChange={({ target }) => setReason(target.value as typeof reason)}
            >
              {takeBackReasons.map((each) => (
                <option key={each} value={each}>
                  {creditTexts.reasons[each]}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
    </AlertDialog>
  )
}
