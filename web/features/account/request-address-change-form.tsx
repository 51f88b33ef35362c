import { type RequestAddressChange, requestAddressChangeForm } from '#domain/account/address-change.ts'
import { accountTexts } from '#domain/texts/account.ts'
import { Field } from '#web/components/form/field.tsx'
import { PasswordInput } from '#web/components/form/password-input.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { showFieldErrors, useSchemaForm } from '#web/components/form/use-schema-form.ts'
import { Button } from '#web/components/ui/button.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { ApiError } from '#web/lib/fetch/api-error.ts'
import { refusalCode, refusalSentence } from '#web/lib/fetch/refusals.ts'

const texts = accountTexts.lostMailbox
const { email: emailTexts, password: passwordTexts } = accountTexts

export function RequestAddressChangeForm({
  email,
  onRequested,
  onBack,
}: {
  email: string
  onRequested(): void
  onBack(): void
}) {
  const form = useSchemaForm<RequestAddressChange>(requestAddressChangeForm, {
    newEmail: '',
    currentPassword: '',
  })
  const { register, handleSubmit, formState } = form
  const { errors } = formState

  async function request(values: RequestAddressChange): Promise<void> {
    if (values.newEmail === email) return form.setError('newEmail', { message: emailTexts.same })
    try {
      await callFunction('request-address-change', values)
    } catch (error) {
      if (refusalCode(error) === 'current_password_invalid') {
        return form.setError(
          'currentPassword',
          { message: passwordTexts.currentWrong },
          { shouldFocus: true },
        )
      }
      if (error instanceof ApiError && showFieldErrors(form, error.fields)) return
      return form.setError('root', { message: refusalSentence(error) ?? texts.failed })
    }
    toast.success(texts.requested)
    onRequested()
  }

  return (
    <form noValidate onSubmit={handleSubmit(request)} className="max-w-[28rem] space-y-4">
      {errors.root && <Notice tone="danger">{errors.root.message}</Notice>}
      <p className="text-form break-words text-muted">
        {texts.lead(email)} {texts.needs}
      </p>
      <Field label={emailTexts.newEmail} error={errors.newEmail?.message}>
        {(control) => (
          // opened by pressing the link, so the field takes the focus
          <Input
            autoFocus
            type="email"
            inputMode="email"
            autoComplete="email"
            {...control}
            {...register('newEmail')}
          />
        )}
      </Field>
      <Field label={passwordTexts.current} error={errors.currentPassword?.message}>
        {(control) => (
          <PasswordInput autoComplete="current-password" {...control} {...register('currentPassword')} />
        )}
      </Field>
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
