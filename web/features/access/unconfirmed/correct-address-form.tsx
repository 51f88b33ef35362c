import type { CorrectAddressForm as Correction } from '#domain/access/forms.ts'
import { accessTexts } from '#domain/texts/access.ts'
import { AddressText } from '#web/components/address-text.tsx'
import { Field } from '#web/components/form/field.tsx'
import { PasswordInput } from '#web/components/form/password-input.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { showFieldErrors } from '#web/components/form/use-plain-form.ts'
import { useSchemaForm } from '#web/components/form/use-schema-form.ts'
import { Button } from '#web/components/ui/button.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { callFunction } from '#web/lib/fetch/api.ts'
import { ApiError } from '#web/lib/fetch/api-error.ts'
import { refusalCode, refusalSentence } from '#web/lib/fetch/refusals.ts'
import { formRules } from '../form-rules.ts'

const texts = accessTexts.correctAddress
const fields = accessTexts.fields

/**
 * Replaces an address that is not confirmed yet.
 *
 * @param known values that are not asked again; `password` is null after a reload
 */
export function CorrectAddressForm({
  known,
  onCorrected,
  onBack,
}: {
  known?: { email: string; password: string | null }
  onCorrected(account: { email: string; password: string }): void
  onBack(): void
}) {
  const form = useSchemaForm<Correction>(formRules.correctAddressForm, {
    email: known?.email ?? '',
    newEmail: '',
    password: known?.password ?? '',
  })
  const { register, handleSubmit, formState } = form
  const { errors } = formState

  async function correct(values: Correction): Promise<void> {
    try {
      await callFunction('correct-address', values)
    } catch (error) {
      if (refusalCode(error) === 'invalid_credentials') {
        return form.setError('password', { message: texts.wrongPassword }, { shouldFocus: true })
      }
      if (error instanceof ApiError && showFieldErrors(form, error.fields)) return
      return form.setError('root', { message: refusalSentence(error) ?? accessTexts.unexpected })
    }
    onCorrected({ email: values.newEmail, password: values.password })
  }

  return (
    <form noValidate onSubmit={handleSubmit(correct)} className="space-y-5">
      {errors.root && <Notice tone="danger">{errors.root.message}</Notice>}
      <p className="pr-8 text-form text-muted">{texts.lead}</p>
      {known ? (
        <p className="min-w-0">
          <span className="block text-note text-muted">{texts.current}</span>
          <AddressText className="font-semibold">{known.email}</AddressText>
        </p>
      ) : (
        <Field label={texts.current} error={errors.email?.message}>
          {(control) => <Input type="email" inputMode="email" {...control} {...register('email')} />}
        </Field>
      )}
      <Field label={texts.newEmail} error={errors.newEmail?.message}>
        {(control) => (
          // opened by pressing "Change it", so the field takes the focus
          <Input
            autoFocus={known !== undefined}
            type="email"
            inputMode="email"
            autoComplete="email"
            {...control}
            {...register('newEmail')}
          />
        )}
      </Field>
      {known?.password ? null : (
        <Field label={fields.password} error={errors.password?.message}>
          {(control) => (
            <PasswordInput autoComplete="current-password" {...control} {...register('password')} />
          )}
        </Field>
      )}
      <div className="flex flex-wrap gap-3">
        <SubmitButton isBusy={formState.isSubmitting} busyText={texts.busy}>
          {texts.submit}
        </SubmitButton>
        <Button variant="quiet" onClick={onBack}>
          {texts.back}
        </Button>
      </div>
    </form>
  )
}
