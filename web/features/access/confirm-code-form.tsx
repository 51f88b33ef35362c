import { type ConfirmCodeForm as CodeForm, confirmCodeForm } from '#domain/access/forms.ts'
import { accessTexts } from '#domain/texts/access.ts'
import { Field } from '#web/components/form/field.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { useSchemaForm } from '#web/components/form/use-schema-form.ts'
import { Input } from '#web/components/ui/input.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { auth } from '#web/lib/auth.ts'
import { confirmCode } from './confirm-token.ts'
import { SignUpPasswordField } from './sign-up-password.tsx'

const texts = accessTexts.confirmEmail

/** Confirms an address with the six digits from the mail, for people who read it on another device. */
export function ConfirmCodeForm() {
  const empty: CodeForm = { email: '', code: '', isNew: false, password: '' }
  const form = useSchemaForm<CodeForm>(confirmCodeForm, empty)
  const { register, handleSubmit, formState, watch } = form
  const isNew = watch('isNew')

  async function confirm({ email, code, ...chosen }: CodeForm): Promise<void> {
    const result = await confirmCode({ email, code }, chosen)
    switch (result.kind) {
      case 'session':
        // which turns the page into "Your email is confirmed"
        await auth.setSession(result.session)
        return
      case 'wrong_password':
        return form.setError(
          'password',
          { message: accessTexts.confirm.wrongPassword },
          { shouldFocus: true },
        )
      case 'weak_password':
        return form.setError('password', { message: result.message }, { shouldFocus: true })
      case 'failed':
        return form.setError('root', { message: accessTexts.confirm.failed })
      default:
        form.setError('code', { message: texts.codeWrong }, { shouldFocus: true })
    }
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
      <SignUpPasswordField
        isNew={isNew}
        field={register('password')}
        error={formState.errors.password?.message}
        onSwitch={() => {
          form.setValue('isNew', !isNew)
          form.resetField('password')
          form.setFocus('password')
        }}
      />
      <SubmitButton size="large" className="w-full" isBusy={formState.isSubmitting} busyText={texts.busy}>
        {texts.submit}
      </SubmitButton>
    </form>
  )
}
