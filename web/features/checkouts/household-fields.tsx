import { Plus, X } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { type UseFormReturn, useFieldArray } from 'react-hook-form'
import { householdLimits } from '#domain/plans/household.ts'
import { checkoutTexts } from '#domain/texts/checkouts.ts'
import { Field } from '#web/components/form/field.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Checkbox } from '#web/components/ui/checkbox.tsx'
import { Input } from '#web/components/ui/input.tsx'
import type { JoinForm } from './join-form.ts'

const texts = checkoutTexts.review.who

/** The people that a plan covers. @param asksNames false for visitors */
export function HouseholdFields({
  form,
  today,
  asksNames,
}: {
  form: UseFormReturn<JoinForm>
  today: string
  asksNames: boolean
}) {
  const { control, register, formState, watch, setValue } = form
  const { errors } = formState
  const id = useId()
  const adults = useFieldArray({ control, name: 'adults' })
  const children = useFieldArray({ control, name: 'children' })
  const isPayerCovered = watch('isPayerCovered')
  return (
    <fieldset className="space-y-4">
      <legend className="font-display text-h3 font-medium">{texts.legend}</legend>
      <label htmlFor={id} className="flex cursor-pointer gap-3">
        <Checkbox
          id={id}
          className="mt-0.5 flex-none"
          checked={isPayerCovered}
          aria-describedby={errors.isPayerCovered ? `${id}-error` : undefined}
          onChange={(event) => setValue('isPayerCovered', event.target.checked, { shouldValidate: true })}
        />
        <span>
          <span className="font-semibold">{texts.payer}</span>
          <span className="block text-note text-muted">{texts.payerHint}</span>
        </span>
      </label>
      {errors.isPayerCovered && (
        <p id={`${id}-error`} className="text-note font-semibold text-danger">
          {errors.isPayerCovered.message}
        </p>
      )}
      {adults.fields.map((field, index) => (
        <Person
          key={field.id}
          label={texts.adult(index + (isPayerCovered ? 2 : 1))}
          onRemove={() => adults.remove(index)}
        >
          {asksNames && (
            <Field label={texts.name} error={errors.adults?.[index]?.name?.message ?? ''}>
              {(control) => (
                <Input
                  autoComplete="off"
                  maxLength={200}
                  {...control}
                  {...register(`adults.${index}.name`)}
                />
              )}
            </Field>
          )}
        </Person>
      ))}
      {children.fields.map((field, index) => (
        <Person key={field.id} label={texts.child(index + 1)} onRemove={() => children.remove(index)}>
          {asksNames && (
            <Field label={texts.name} error={errors.children?.[index]?.name?.message ?? ''}>
              {(control) => (
                <Input
                  autoComplete="off"
                  maxLength={200}
                  {...control}
                  {...register(`children.${index}.name`)}
                />
              )}
            </Field>
          )}
          <Field label={texts.bornOn} error={errors.children?.[index]?.bornOn?.message ?? ''}>
            {(control) => (
              <Input
                type="date"
                min="1900-01-01"
                max={today}
                {...control}
                {...register(`children.${index}.bornOn`)}
              />
            )}
          </Field>
        </Person>
      ))}
      <div className="flex flex-wrap gap-3">
        {adults.fields.length < householdLimits.adults && (
          <Button type="button" variant="tint" size="small" onClick={() => adults.append({ name: '' })}>
            <Plus aria-hidden />
            {texts.addAdult}
          </Button>
        )}
        {children.fields.length < householdLimits.children && (
          <Button
            type="button"
            variant="tint"
            size="small"
            onClick={() => children.append({ name: '', bornOn: '' })}
          >
            <Plus aria-hidden />
            {texts.addChild}
          </Button>
        )}
      </div>
    </fieldset>
  )
}

function Person({ label, onRemove, children }: { label: string; onRemove(): void; children: ReactNode }) {
  return (
    <fieldset className="rounded-control border border-line p-4">
      <legend className="sr-only">{label}</legend>
      <div className="flex items-center justify-between gap-3">
        <span aria-hidden className="font-semibold">
          {label}
        </span>
        <Button
          type="button"
          variant="quiet"
          size="icon"
          className="text-muted"
          aria-label={texts.remove(label)}
          onClick={onRemove}
        >
          <X aria-hidden />
        </Button>
      </div>
      <div className="grid gap-4 sm:grid-cols-2">{children}</div>
    </fieldset>
  )
}
