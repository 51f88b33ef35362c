import { type UseFormReturn, useFieldArray } from 'react-hook-form'
import { mostVisits, type SaveCarePlan } from '#domain/care-plans/care-plans.ts'
import { carePlanTexts } from '#domain/texts/care-plans.ts'
import type { Currency } from '#domain/values/money.ts'
import { Field } from '#web/components/form/field.tsx'
import { PartFrame, PartList } from '#web/components/form/part-frame.tsx'
import { Input } from '#web/components/ui/input.tsx'

const texts = carePlanTexts.editor

export function VisitFields({ form, currency }: { form: UseFormReturn<SaveCarePlan>; currency: Currency }) {
  const { control, register, formState } = form
  const { fields, append, remove, swap } = useFieldArray({ control, name: 'visits', keyName: 'key' })
  const errors = formState.errors.visits
  const add = () => append({ visit: '', timing: '', purpose: '', code: '', fee: '' })
  return (
    <PartList
      id="care-plan-visits"
      title={carePlanTexts.home.visits}
      problem={errors?.root?.message ?? errors?.message}
      addLabel={texts.addVisit}
      onAdd={fields.length < mostVisits ? add : null}
    >
      {fields.map((field, at) => (
        <PartFrame
          key={field.key}
          what={texts.visit}
          title={texts.visitNumber(at + 1)}
          at={at}
          count={fields.length}
          onMove={(to) => swap(at, to)}
          onRemove={() => remove(at)}
        >
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label={texts.visitTitle} error={errors?.[at]?.visit?.message}>
              {(props) => <Input maxLength={120} {...props} {...register(`visits.${at}.visit`)} />}
            </Field>
            <Field
              label={texts.timing}
              isOptional
              hint={texts.timingHint}
              error={errors?.[at]?.timing?.message}
            >
              {(props) => <Input maxLength={120} {...props} {...register(`visits.${at}.timing`)} />}
            </Field>
          </div>
          <Field label={texts.purpose} isOptional error={errors?.[at]?.purpose?.message}>
            {(props) => <Input maxLength={300} {...props} {...register(`visits.${at}.purpose`)} />}
          </Field>
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label={texts.code} isOptional error={errors?.[at]?.code?.message}>
              {(props) => <Input maxLength={20} {...props} {...register(`visits.${at}.code`)} />}
            </Field>
            <Field
              label={texts.fee}
              isOptional
              hint={texts.feeHint(currency.toUpperCase())}
              error={errors?.[at]?.fee?.message}
            >
              {(props) => (
                <Input inputMode="decimal" maxLength={20} {...props} {...register(`visits.${at}.fee`)} />
              )}
            </Field>
          </div>
        </PartFrame>
      ))}
    </PartList>
  )
}
