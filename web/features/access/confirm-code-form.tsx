import { useEffect, useState } from 'react'
import { FormProvider } from 'react-hook-form'
import type { ConfirmCodeForm as CodeForm } from '#domain/access/forms.ts'
import { accessTexts } from '#domain/texts/access.ts'
import { CodeField } from '#web/components/form/code-field.tsx'
import { Field } from '#web/components/form/field.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { useSchemaForm } from '#web/components/form/use-schema-form.ts'
import { Input } from '#web/components/ui/input.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { auth } from '#web/lib/session/auth.ts'
import { confirmCode, type FreshSession } from './confirm-token.ts'
import { formRules } from './form-rules.ts'
import { SignUpPasswordField } from './sign-up/sign-up-password.tsx'

const texts = accessTexts.confirmEmail

/**
 * Confirms an address with the mail's six digits. The session that follows changes the page around it.
 *
 * @param known values of the sign-up that are not asked again; with the password, the sixth digit submits
 * @param onConfirming before the session starts
 */
export function ConfirmCodeForm({
  known,
  onConfirming,
}: {
  known?: { email: string; password: string | null }
  onConfirming?: () => void
}) {
  const empty: CodeForm = {
    email: known?.email ?? '',
    code: '',
    isNew: false,
    password: known?.password ?? '',
  }
  const form = useSchemaForm<CodeForm>(formRules.confirmCodeForm, empty)
  const { register, handleSubmit, formState } = form
  const [asksPassword, setAsksPassword] = useState(!known?.password)

  const isWaiting = known !== undefined
  const { setFocus } = form
  // after the page's heading, which takes the focus first
  useEffect(() => {
    if (isWaiting) setFocus('code')
  }, [isWaiting, setFocus])

  async function confirm({ email, code, ...chosen }: CodeForm): Promise<void> {
    const result = await confirmCode({ email, code }, chosen)
    switch (result.kind) {
      case 'session':
        return enter(result.session)
      case 'wrong_password':
        return refusePassword(accessTexts.confirm.wrongPassword)
      case 'weak_password':
        return refusePassword(result.message)
      case 'failed':
        return form.setError('root', { message: accessTexts.confirm.failed })
      default:
        form.setValue('code', '')
        form.setError('code', { message: known ? accessTexts.checkEmail.codeWrong : texts.codeWrong })
        form.setFocus('code')
    }
  }

  async function enter(session: FreshSession): Promise<void> {
    onConfirming?.()
    const { error } = await auth.setSession(session)
    if (error) form.setError('root', { message: texts.confirmedOnly })
  }

  /** An earlier unconfirmed sign-up with this address may have had another password. */
  function refusePassword(message: string): void {
    setAsksPassword(true)
    form.setError('password', { message })
    // the field may only be rendered with the next paint
    setTimeout(() => form.setFocus('password'), 0)
  }

  return (
    <form
      noValidate
      onSubmit={handleSubmit(confirm, ({ code }) => code && form.setFocus('code'))}
      className="space-y-5"
    >
      {formState.errors.root && <Notice tone="danger">{formState.errors.root.message}</Notice>}
      {!known && (
        <Field label={accessTexts.fields.email} error={formState.errors.email?.message}>
          {(control) => (
            <Input
              type="email"
              autoComplete="username"
              inputMode="email"
              {...control}
              {...register('email')}
            />
          )}
        </Field>
      )}
      <CodeField
        control={form.control}
        name="code"
        label={texts.code}
        hint={texts.codeHint}
        onComplete={() => {
          if (!asksPassword && !formState.isSubmitting) void handleSubmit(confirm)()
        }}
      />
      {asksPassword && (
        <FormProvider {...form}>
          <SignUpPasswordField />
        </FormProvider>
      )}
      <SubmitButton size="large" className="w-full" isBusy={formState.isSubmitting} busyText={texts.busy}>
        {texts.submit}
      </SubmitButton>
    </form>
  )
}
