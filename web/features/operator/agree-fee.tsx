import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OperatorClinic } from '#domain/operator/operator.ts'
import { type AgreedPolicy, agreedPolicies } from '#domain/statements/commission.ts'
import { operatorTexts } from '#domain/texts/operator.ts'
import { formatMonth } from '#domain/values/dates.ts'
import { parseAmount, plainAmount } from '#domain/values/money.ts'
import { Field } from '#web/components/form/field.tsx'
import { AlertDialog } from '#web/components/ui/alert-dialog.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { Select } from '#web/components/ui/select.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { ApiError } from '#web/lib/fetch/api-error.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'

const texts = operatorTexts.fee

/** Records a clinic's fee from the next month on: the commission, or a flat fee. */
export function AgreeFee({ clinic }: { clinic: OperatorClinic }) {
  const queryClient = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const [policy, setPolicy] = useState<AgreedPolicy>(clinic.fee?.policy ?? 'flat_month')
  const [amount, setAmount] = useState(
    clinic.fee?.feeCents ? plainAmount(clinic.fee.feeCents, clinic.currency) : '',
  )
  const [error, setError] = useState<string>()
  const agree = useMutation({
    mutationFn: (feeCents: number | null) =>
      callFunction('agree-fee', { clinicId: clinic.id, policy, feeCents }),
    onSuccess: ({ fromMonth }) => {
      void queryClient.invalidateQueries({ queryKey: clinicKey(null, 'operator', 'clinics') })
      toast.success(texts.done(formatMonth(fromMonth)))
      setOpen(false)
    },
    onError: (failure) => {
      const field =
        failure instanceof ApiError ? failure.fields.find(({ path }) => path === 'feeCents') : undefined
      if (field) return setError(field.message)
      setOpen(false)
      toast.error(texts.failed, describeRefusal(failure))
    },
  })
  const save = () => {
    if (policy === 'partnership') return agree.mutate(null)
    const cents = parseAmount(amount, clinic.currency)
    if (cents === null) return setError(texts.invalid)
    agree.mutate(cents)
  }
  return (
    <>
      <Button variant="outline" aria-label={texts.buttonOf(clinic.name)} onClick={() => setOpen(true)}>
        {texts.button}
      </Button>
      <AlertDialog
        open={isOpen}
        onOpenChange={(open) => agree.isPending || setOpen(open)}
        title={texts.title(clinic.name)}
        consequence={texts.consequence}
        safeLabel={texts.keep}
        actionLabel={texts.save}
        actionVariant="primary"
        isBusy={agree.isPending}
        onAction={save}
      >
        <div className="mt-4 space-y-5">
          <Field label={texts.policy}>
            {(control) => (
              <Select
                {...control}
                value={policy}
                onChange={({ target }) => {
                  setPolicy(target.value as AgreedPolicy)
                  setError(undefined)
                }}
              >
                {agreedPolicies.map((each) => (
                  <option key={each} value={each}>
                    {texts.policies[each]}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          {policy !== 'partnership' && (
            <Field label={texts.amount(clinic.currency.toUpperCase())} error={error}>
              {(control) => (
                <Input
                  inputMode="decimal"
                  autoComplete="off"
                  {...control}
                  value={amount}
                  onChange={({ target }) => {
                    setAmount(target.value)
                    setError(undefined)
                  }}
                />
              )}
            </Field>
          )}
        </div>
      </AlertDialog>
    </>
  )
}
