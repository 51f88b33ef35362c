import { useId } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { planTexts } from '#domain/texts/plans.ts'
import { Field } from '#web/components/form/field.tsx'
import { Checkbox } from '#web/components/ui/checkbox.tsx'
import { Input } from '#web/components/ui/input.tsx'
import type { PlanForm } from './plan-form.ts'

const texts = planTexts.editor

export function HouseholdFields({ form, currency }: { form: UseFormReturn<PlanForm>; currency: string }) {
  const id = useId()
  const { register, formState, watch, setValue } = form
  const { errors } = formState
  const isForHouseholds = watch('forHouseholds')
  const unit = planTexts.page.amountUnit(currency)
  return (
    <div className="space-y-6">
      <label htmlFor={id} className="flex cursor-pointer gap-3">
        <Checkbox
          id={id}
          className="mt-0.5 flex-none"
          checked={isForHouseholds}
          onChange={(event) =>
            setValue('forHouseholds', event.target.checked, { shouldDirty: true, shouldValidate: true })
          }
        />
        <span>
          <span className="font-semibold">{texts.forHouseholds}</span>
          <span className="block text-note text-muted">{texts.forHouseholdsHint}</span>
        </span>
      </label>
      {isForHouseholds && (
        <div className="grid gap-6 sm:grid-cols-2 sm:gap-4">
          <Field
            label={`${texts.childAmount} (${unit})`}
            hint={texts.childAmountHint}
            error={errors.childAmount?.message}
          >
            {(control) => (
              <Input inputMode="decimal" autoComplete="off" {...control} {...register('childAmount')} />
            )}
          </Field>
          <Field label={texts.childAge} hint={texts.childAgeHint} error={errors.childAge?.message}>
            {(control) => (
              <Input inputMode="numeric" autoComplete="off" {...control} {...register('childAge')} />
            )}
          </Field>
          <Field
            label={`${texts.householdAmount} (${unit})`}
            hint={texts.householdAmountHint}
            error={errors.householdAmount?.message}
          >
            {(control) => (
              <Input inputMode="decimal" autoComplete="off" {...control} {...register('householdAmount')} />
            )}
          </Field>
        </div>
      )}
    </div>
  )
}
