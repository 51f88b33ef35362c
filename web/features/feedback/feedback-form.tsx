import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { type FeedbackForm as Form, feedbackForm } from '#domain/feedback/feedback.ts'
import { paths } from '#domain/paths.ts'
import { feedbackTexts } from '#domain/texts/feedback.ts'
import { phoneCountry } from '#domain/values/phones.ts'
import { Field } from '#web/components/form/field.tsx'
import { FormErrorSummary } from '#web/components/form/form-error-summary.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { useUnsaved } from '#web/components/form/unsaved-guard.tsx'
import { showFieldErrors } from '#web/components/form/use-plain-form.ts'
import { useSchemaForm } from '#web/components/form/use-schema-form.ts'
import { Input, Textarea } from '#web/components/ui/input.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { ApiError } from '#web/lib/fetch/api-error.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import { ownFeedbackQuery } from './queries.ts'
import { RatingField } from './rating-field.tsx'

const texts = feedbackTexts.form

/** Rating, comment and consent to a call. @param phone the patient's number at the clinic; may be empty */
export function FeedbackForm({
  clinic,
  phone,
  onSent,
}: {
  clinic: Clinic
  phone: string
  onSent(values: Form): void
}) {
  const [schema] = useState(() => feedbackForm(phoneCountry(clinic.currency)))
  const form = useSchemaForm<Form>(schema, { rating: 0, body: '', mayCall: false, phone })
  const { register, formState, handleSubmit, watch } = form
  const { errors, isDirty } = formState
  const queryClient = useQueryClient()
  const share = useMutation({ mutationFn: (values: Form) => callFunction('share-feedback', values) })
  const mayCall = watch('mayCall')
  useUnsaved(isDirty && !share.isSuccess)

  async function send(values: Form): Promise<void> {
    if (share.isPending) return
    try {
      await share.mutateAsync(values)
      void queryClient.invalidateQueries({ queryKey: ownFeedbackQuery(clinic).queryKey })
      form.reset()
      onSent(values)
    } catch (error) {
      const isOnItsField = error instanceof ApiError && showFieldErrors(form, error.fields)
      if (!isOnItsField) toast.error(texts.failed, describeRefusal(error))
    }
  }

  return (
    <form noValidate onSubmit={handleSubmit(send)} className="space-y-5">
      <FormErrorSummary errors={errors} submitCount={formState.submitCount} />
      <RatingField control={form.control} />
      <Field label={texts.body} error={errors.body?.message}>
        {(control) => <Textarea rows={5} {...control} {...register('body')} />}
      </Field>
      {errors.body?.type === 'server' && (
        <p>
          <Link to={withClinic(paths.homeMessages)} className="link">
            {texts.message}
          </Link>
        </p>
      )}
      <fieldset>
        <legend className="mb-1.5 font-semibold">{texts.mayCall}</legend>
        <label className="flex min-h-11 cursor-pointer items-center gap-3">
          <input type="checkbox" className="size-5 flex-none accent-primary" {...register('mayCall')} />
          {texts.mayCallLabel}
        </label>
      </fieldset>
      {mayCall && (
        <Field label={texts.phone} error={errors.phone?.message}>
          {(control) => (
            <Input type="tel" inputMode="tel" autoComplete="tel" {...control} {...register('phone')} />
          )}
        </Field>
      )}
      <SubmitButton isBusy={share.isPending} busyText={texts.sending}>
        {texts.send}
      </SubmitButton>
    </form>
  )
}
