import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { couponDurations } from '#domain/coupons/coupons.ts'
import { couponTexts } from '#domain/texts/coupons.ts'
import { dateIn } from '#domain/values/zones.ts'
import { Field } from '#web/components/form/field.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { showFieldErrors, useSchemaForm } from '#web/components/form/use-schema-form.ts'
import { Button } from '#web/components/ui/button.tsx'
import { DialogActions } from '#web/components/ui/dialog.tsx'
import { GuardedDialog } from '#web/components/ui/guarded-dialog.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { Select } from '#web/components/ui/select.tsx'
import { toast } from '#web/components/ui/toast.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { ApiError } from '#web/lib/fetch/api-error.ts'
import { useRefreshClinic } from '#web/lib/fetch/refresh-clinic.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import { serverNow } from '#web/lib/page/clock.ts'
import {
  type CouponForm,
  couponFieldPath,
  couponFormSchema,
  couponInputFrom,
  emptyCouponForm,
} from './coupon-form.ts'

const texts = couponTexts.form

export interface CouponPlan {
  id: string
  name: string
}

/** Creates a code. @param plans those on sale */
export function CouponDialog({ clinic, plans }: { clinic: Clinic; plans: readonly CouponPlan[] }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <GuardedDialog
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={<Button variant="outline">{couponTexts.list.create}</Button>}
      title={texts.title}
      description={texts.lead}
    >
      {isOpen && <Editor clinic={clinic} plans={plans} onClose={() => setOpen(false)} />}
    </GuardedDialog>
  )
}

function Editor({
  clinic,
  plans,
  onClose,
}: {
  clinic: Clinic
  plans: readonly CouponPlan[]
  onClose(): void
}) {
  const { currency } = clinic
  const today = dateIn(serverNow(), clinic.time_zone)
  const form = useSchemaForm<CouponForm>(couponFormSchema(currency, today), emptyCouponForm)
  const { register, formState, watch, handleSubmit } = form
  const { errors } = formState
  const [kind, duration] = watch(['kind', 'duration'])
  const refresh = useRefreshClinic()
  const create = useMutation({
    mutationFn: (values: CouponForm) => callFunction('create-coupon', couponInputFrom(values, currency)),
    onSuccess: () => {
      toast.success(texts.created)
      onClose()
    },
    onError: (error) => {
      const fields = error instanceof ApiError ? error.fields : []
      const isOnItsField = showFieldErrors(
        form,
        fields.map(({ path, message }) => ({ path: couponFieldPath(path), message })),
      )
      if (!isOnItsField) toast.error(texts.failed, describeRefusal(error))
    },
    onSettled: refresh,
  })

  return (
    <form noValidate onSubmit={handleSubmit((values) => create.mutate(values))}>
      <div className="space-y-5">
        <Field label={texts.code} error={errors.code?.message ?? ''}>
          {(control) => (
            <Input
              autoComplete="off"
              autoCapitalize="characters"
              maxLength={20}
              placeholder="WELCOME-10"
              {...control}
              {...register('code')}
            />
          )}
        </Field>
        <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
          <Field label={texts.kind}>
            {(control) => (
              <Select {...control} {...register('kind')}>
                <option value="percent">{texts.kinds.percent}</option>
                <option value="amount">{texts.kinds.amount}</option>
              </Select>
            )}
          </Field>
          {kind === 'percent' ? (
            <Field key="percent" label={texts.percent} error={errors.percent?.message ?? ''}>
              {(control) => (
                <Input inputMode="numeric" autoComplete="off" {...control} {...register('percent')} />
              )}
            </Field>
          ) : (
            <Field key="amount" label={texts.amount(currency)} error={errors.amount?.message ?? ''}>
              {(control) => (
                <Input inputMode="decimal" autoComplete="off" {...control} {...register('amount')} />
              )}
            </Field>
          )}
          <Field label={texts.duration}>
            {(control) => (
              <Select {...control} {...register('duration')}>
                {couponDurations.map((choice) => (
                  <option key={choice} value={choice}>
                    {texts.durations[choice]}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          {duration === 'repeating' && (
            <Field label={texts.months} error={errors.months?.message ?? ''}>
              {(control) => (
                <Input inputMode="numeric" autoComplete="off" {...control} {...register('months')} />
              )}
            </Field>
          )}
        </div>
        <Field label={texts.plan}>
          {(control) => (
            <Select {...control} {...register('planId')}>
              <option value="">{couponTexts.list.allPlans}</option>
              {plans.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
          <Field label={texts.maxUses} isOptional error={errors.maxUses?.message ?? ''}>
            {(control) => (
              <Input inputMode="numeric" autoComplete="off" {...control} {...register('maxUses')} />
            )}
          </Field>
          <Field label={texts.lastOn} isOptional error={errors.lastOn?.message ?? ''}>
            {(control) => <Input type="date" min={today} {...control} {...register('lastOn')} />}
          </Field>
        </div>
      </div>
      <DialogActions onCancel={onClose}>
        <SubmitButton isBusy={create.isPending} busyText={texts.busy}>
          {texts.submit}
        </SubmitButton>
      </DialogActions>
    </form>
  )
}
