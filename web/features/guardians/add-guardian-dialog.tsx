import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type AddGuardianForm, addGuardianForm, type GuardianView } from '#domain/guardians/guardians.ts'
import { guardianTexts } from '#domain/texts/guardians.ts'
import { dateIn } from '#domain/values/zones.ts'
import { Field } from '#web/components/form/field.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { showFieldErrors, useSchemaForm } from '#web/components/form/use-schema-form.ts'
import { DialogActions } from '#web/components/ui/dialog.tsx'
import { GuardedDialog } from '#web/components/ui/guarded-dialog.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { Select } from '#web/components/ui/select.tsx'
import { toast } from '#web/components/ui/toast.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { ApiError } from '#web/lib/fetch/api-error.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import { serverNow } from '#web/lib/page/clock.ts'

const texts = guardianTexts.form

/** Offers access to a patient's page. @param offered an earlier offer to repeat, or `{}`; null: closed */
export function AddGuardianDialog({
  offered,
  onClose,
  ...about
}: {
  clinic: Clinic
  patientId: string
  needsBirthDate: boolean
  offered: Partial<GuardianView> | null
  onClose(): void
}) {
  return (
    <GuardedDialog
      isOpen={offered !== null}
      onOpenChange={(open) => open || onClose()}
      title={texts.title}
      description={texts.lead}
    >
      {offered && <OfferForm {...about} offered={offered} onClose={onClose} />}
    </GuardedDialog>
  )
}

function OfferForm({
  clinic,
  patientId,
  needsBirthDate,
  offered,
  onClose,
}: {
  clinic: Clinic
  patientId: string
  needsBirthDate: boolean
  offered: Partial<GuardianView>
  onClose(): void
}) {
  const queryClient = useQueryClient()
  const today = dateIn(serverNow(), clinic.time_zone)
  const form = useSchemaForm<AddGuardianForm>(addGuardianForm, {
    fullName: offered.name ?? '',
    email: offered.email ?? '',
    access: offered.granted ?? 'full',
    untilOn: '',
    agreedBy: offered.agreedBy ?? '',
    bornOn: '',
  })
  const { register, formState, handleSubmit } = form
  const { errors } = formState
  const add = useMutation({
    mutationFn: (values: AddGuardianForm) => callFunction('add-guardian', { patientId, ...values }),
    onSuccess: () => {
      toast.success(texts.offered)
      onClose()
    },
    onError: (error) => {
      const isOnItsField = error instanceof ApiError && showFieldErrors(form, error.fields)
      if (!isOnItsField) toast.error(texts.failed, describeRefusal(error))
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: clinicKey(clinic.subdomain, 'guardians') }),
  })
  return (
    <form noValidate onSubmit={handleSubmit((values) => add.mutate(values))}>
      <div className="space-y-5">
        <Field label={texts.name} error={errors.fullName?.message}>
          {(control) => <Input autoComplete="off" {...control} {...register('fullName')} />}
        </Field>
        <Field label={texts.email} error={errors.email?.message}>
          {(control) => <Input type="email" autoComplete="off" {...control} {...register('email')} />}
        </Field>
        <Field label={texts.access} hint={texts.meaning[form.watch('access')]} error={errors.access?.message}>
          {(control) => (
            <Select {...control} {...register('access')}>
              <option value="full">{guardianTexts.levels.full}</option>
              <option value="limited">{guardianTexts.levels.limited}</option>
            </Select>
          )}
        </Field>
        <Field label={texts.agreedBy} error={errors.agreedBy?.message}>
          {(control) => (
            <Input
              autoComplete="off"
              placeholder={texts.agreedPlaceholder}
              {...control}
              {...register('agreedBy')}
            />
          )}
        </Field>
        {needsBirthDate && (
          <Field label={texts.bornOn} error={errors.bornOn?.message}>
            {(control) => <Input type="date" max={today} {...control} {...register('bornOn')} />}
          </Field>
        )}
        <Field label={texts.untilOn} isOptional hint={texts.untilHint} error={errors.untilOn?.message}>
          {(control) => <Input type="date" min={today} {...control} {...register('untilOn')} />}
        </Field>
      </div>
      <DialogActions onCancel={onClose}>
        <SubmitButton isBusy={add.isPending} busyText={texts.busy}>
          {texts.submit}
        </SubmitButton>
      </DialogActions>
    </form>
  )
}
