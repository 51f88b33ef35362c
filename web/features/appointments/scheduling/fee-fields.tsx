import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { AppointmentTypeForm } from '#domain/appointments/scheduling.ts'
import { deskVisitFeeTexts } from '#domain/texts/desk-visit-fees.ts'
import { parseAmount, plainAmount } from '#domain/values/money.ts'
import { Field } from '#web/components/form/field.tsx'
import { Input, Textarea } from '#web/components/ui/input.tsx'

const texts = deskVisitFeeTexts.settings

const fees = [
  ['lateCancelFeeCents', texts.lateCancel],
  ['noShowFeeCents', texts.noShow],
] as const

/** Fees of a kind of visit for late cancellations and missed visits. */
export function FeeFields({
  form: { register, formState, getValues, setValue },
  currency,
}: {
  form: Pick<UseFormReturn<AppointmentTypeForm>, 'register' | 'formState' | 'getValues' | 'setValue'>
  currency: string
}) {
  const { errors, isSubmitted } = formState
  const [typed, setTyped] = useState(() => {
    const amount = (cents: number | null) => (cents === null ? '' : plainAmount(cents, currency))
    const { lateCancelFeeCents, noShowFeeCents } = getValues()
    return { lateCancelFeeCents: amount(lateCancelFeeCents), noShowFeeCents: amount(noShowFeeCents) }
  })
  return (
    <fieldset>
      <legend className="font-semibold">{texts.title}</legend>
      <p className="mt-1 text-note text-muted">{texts.lead}</p>
      <div className="mt-3 grid gap-5 sm:grid-cols-2">
        {fees.map(([name, label]) => (
          <Field key={name} label={label(currency)} hint={texts.none} error={errors[name]?.message}>
            {(control) => (
              <Input
                {...control}
                inputMode="decimal"
                autoComplete="off"
                value={typed[name]}
                onChange={({ target: { value } }) => {
                  setTyped((now) => ({ ...now, [name]: value }))
                  // what is no amount is refused when the form is saved
                  const cents = value.trim() === '' ? null : (parseAmount(value, currency) ?? Number.NaN)
                  setValue(name, cents, { shouldDirty: true, shouldValidate: isSubmitted })
                }}
              />
            )}
          </Field>
        ))}
        <div className="sm:col-span-2">
          <Field label={texts.words} hint={texts.wordsHint} isOptional error={errors.feeText?.message}>
            {(control) => <Textarea rows={2} maxLength={500} {...control} {...register('feeText')} />}
          </Field>
        </div>
      </div>
    </fieldset>
  )
}
