import { type ConfirmCodeForm as CodeForm, confirmCodeForm } from '#domain/access/forms.ts'
import { accessTexts } from '#domain/texts/access.ts'
import { Field } from '#web/components/form/field.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { useSchemaForm } from '#web/components/form/use-schema-form.ts'
import { Input } from '#web/components/ui/input.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { auth } from '#web/lib/auth.ts'
import { errorSentence } from '#web/lib/refusals.ts'

const texts = accessTexts.confirmEmail

/** Confirms an address with the six digits from the mail, for people who read it on another device. */
export function ConfirmCodeForm() {
  const form = useSchemaForm<CodeForm>(confirmCodeForm, { email: '', code: '' })
  const { register, handleSubmit, formState } = form

  async function confirm({ email, code }: CodeForm): Promise<void> {
    // the session that follows turns the page into "Your email is confirmed"
    const { error } = await auth.verifyOtp({ email, token: code, type: 'email' })
    if (error) form.setError('root', { message: errorSentence(error, accessTexts.unexpected) })
  }

  return (
    <form noValidate onSubmit={handleSubmit(confirm)} className="space-y-5">
      {formState.errors.root && <Notice tone="danger">{formState.errors.root.message}</Notice>}
      <Field label={accessTexts.fields.email} error={formState.errors.email?.message}>
        {(control) => (
          <Input type="email" autoComplete="username" inputMode="email" {...control} {...register('email')} />
        )}
      </Field>
      <Field label={texts.code} hint={texts.codeHint} error={formState.errors.code?.message}>
        {(control) => (
          <Input
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={6}
            {...control}
            {...register('code')}
          />
        )}
      </Field>
      <SubmitButton size="large" className="w-full" isBusy={formState.isSubmitting} busyText={texts.busy}>
        {texts.submit}
      </SubmitButton>
    </form>
  )
}
