import type { UseFormReturn } from 'react-hook-form'
import { parseAmount } from '#domain/money.ts'
import { exceedsHsaCap, planIntervals, planKinds } from '#domain/plans/plans.ts'
import { planTexts } from '#domain/texts/plans.ts'
import { Field } from '#web/components/form/field.tsx'
import { Input, Textarea } from '#web/components/ui/input.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { Select } from '#web/components/ui/select.tsx'
import { IncludesField } from './includes-field.tsx'
import type { PlanForm } from './plan-form.ts'

const texts = planTexts.editor

/** The fields of a plan. @param hasFixedKind the kind is not asked for */
export function PlanFields({
  form,
  currency,
  hasFixedKind,
}: {
  form: UseFormReturn<PlanForm>
  currency: string
  hasFixedKind: boolean
}) {
  const { register, formState, watch } = form
  const { errors } = formState
  const [amount, interval] = watch(['amount', 'interval'])
  const amountCents = parseAmount(amount, currency)

  return (
    <div className="space-y-6">
      <Field label={texts.name} hint={texts.nameHint} error={errors.name?.message}>
        {(control) => <Input maxLength={120} autoComplete="off" {...control} {...register('name')} />}
      </Field>
      {!hasFixedKind && (
        <Field label={texts.kind} error={errors.kind?.message}>
          {(control) => (
            <Select {...control} {...register('kind')}>
              {planKinds.map((kind) => (
                <option key={kind} value={kind}>
                  {planTexts.kinds[kind]}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      <div className="grid gap-6 sm:grid-cols-2 sm:gap-4">
        <Field
          label={`${texts.amount} (${planTexts.page.amountUnit(currency)})`}
          error={errors.amount?.message}
        >
          {(control) => (
            <Input
              inputMode="decimal"
              autoComplete="off"
              placeholder="49.00"
              {...control}
              {...register('amount')}
            />
          )}
        </Field>
        <Field label={texts.interval} error={errors.interval?.message}>
          {(control) => (
            <Select {...control} {...register('interval')}>
              {planIntervals.map((choice) => (
                <option key={choice} value={choice}>
                  {planTexts.intervals[choice]}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      {amountCents !== null && exceedsHsaCap({ amountCents, interval, currency }) && (
        <Notice tone="info">{texts.hsaWarning}</Notice>
      )}
      <Field label={texts.description} isOptional error={errors.description?.message}>
        {(control) => <Textarea rows={3} {...control} {...register('description')} />}
      </Field>
      <IncludesField form={form} />
    </div>
  )
}
