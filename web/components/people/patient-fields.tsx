import { useId } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { PatientEntry } from '#domain/patients/patient-entry.ts'
import { patientTexts } from '#domain/texts/patients.ts'
import { Field } from '#web/components/form/field.tsx'
import { Checkbox } from '#web/components/ui/checkbox.tsx'
import { Input } from '#web/components/ui/input.tsx'

/** @param today the clinic's date, the latest birthday */
export function PatientFields({ form, today }: { form: UseFormReturn<PatientEntry>; today: string }) {
  const mayTextId = useId()
  const {
    register,
    watch,
    setValue,
    formState: { errors },
  } = form
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <div className="sm:col-span-2">
        <Field label={patientTexts.name} error={errors.name?.message}>
          {(control) => <Input autoFocus autoComplete="off" {...control} {...register('name')} />}
        </Field>
      </div>
      <Field label={patientTexts.dateOfBirth} isOptional error={errors.dateOfBirth?.message}>
        {(control) => (
          <Input type="date" min="1900-01-01" max={today} {...control} {...register('dateOfBirth')} />
        )}
      </Field>
      <Field label={patientTexts.phone} isOptional error={errors.phone?.message}>
        {(control) => (
          <Input type="tel" inputMode="tel" autoComplete="off" {...control} {...register('phone')} />
        )}
      </Field>
      <div className="sm:col-span-2">
        <Field
          label={patientTexts.email}
          isOptional
          hint={patientTexts.emailHint}
          error={errors.email?.message}
        >
          {(control) => (
            <Input type="email" inputMode="email" autoComplete="off" {...control} {...register('email')} />
          )}
        </Field>
      </div>
      <div className="sm:col-span-2">
        <label htmlFor={mayTextId} className="flex items-start gap-3">
          <Checkbox
            id={mayTextId}
            aria-describedby={`${mayTextId}-hint`}
            checked={watch('mayText')}
            onChange={(event) => setValue('mayText', event.target.checked, { shouldDirty: true })}
          />
          <span>{patientTexts.mayText}</span>
        </label>
        <p id={`${mayTextId}-hint`} className="mt-1.5 pl-8 text-note text-muted">
          {patientTexts.mayTextHint}
        </p>
      </div>
    </div>
  )
}
