import { useId } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { agreementWording } from '#domain/checkouts/agreement.ts'
import type { PlanMoney } from '#domain/checkouts/charges.ts'
import { checkoutTexts } from '#domain/texts/checkouts.ts'
import { Field } from '#web/components/form/field.tsx'
import { Checkbox } from '#web/components/ui/checkbox.tsx'
import { Input } from '#web/components/ui/input.tsx'
import type { JoinForm } from './join-form.ts'
import type { Offer } from './offers.ts'

const texts = checkoutTexts.review.agreement

/** The agreement exactly as it is stored, with consent and signature. */
export function AgreementFields({
  form,
  clinic,
  offer,
  money,
  beginsOn,
}: {
  form: UseFormReturn<JoinForm>
  clinic: string
  offer: Offer
  money: PlanMoney
  /** the first day not paid elsewhere; null: the day of payment */
  beginsOn: string | null
}) {
  const { register, formState, watch, setValue } = form
  const { errors } = formState
  const id = useId()
  const { name, includes, excludes, maxPauseMonths, leavingRefund, place } = offer
  return (
    <section aria-labelledby={`${id}-title`} className="space-y-4 border-t border-line pt-5">
      <h2 id={`${id}-title`} className="font-display text-h3 font-medium">
        {texts.title}
      </h2>
      <div className="space-y-2 rounded-control bg-sunken p-4 text-form">
        {agreementWording({
          ...{ clinic, name, includes, excludes, money, beginsOn },
          maxPauseMonths,
          leavingRefund,
          place,
        }).map((paragraph) => (
          <p key={paragraph} className="break-words">
            {paragraph}
          </p>
        ))}
      </div>
      <div>
        <label htmlFor={`${id}-agree`} className="flex cursor-pointer gap-3">
          <Checkbox
            id={`${id}-agree`}
            className="mt-0.5 flex-none"
            checked={watch('isAgreed')}
            aria-invalid={Boolean(errors.isAgreed)}
            aria-describedby={errors.isAgreed ? `${id}-error` : undefined}
            onChange={(event) =>
              setValue('isAgreed', event.target.checked, { shouldValidate: true, shouldDirty: true })
            }
          />
          <span>{texts.agree}</span>
        </label>
        {errors.isAgreed && (
          <p id={`${id}-error`} className="mt-1.5 text-note font-semibold text-danger">
            {errors.isAgreed.message}
          </p>
        )}
      </div>
      <Field label={texts.sign} error={errors.signedName?.message ?? ''}>
        {(control) => <Input autoComplete="name" maxLength={200} {...control} {...register('signedName')} />}
      </Field>
    </section>
  )
}
