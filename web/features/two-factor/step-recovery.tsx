import { twoFactorTexts } from '#domain/texts/two-factor.ts'
import { type RecoveryCodeForm, recoveryCodeForm } from '#domain/two-factor/forms.ts'
import { Field } from '#web/components/form/field.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { useSchemaForm } from '#web/components/form/use-schema-form.ts'
import { Input } from '#web/components/ui/input.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { auth } from '#web/lib/session/auth.ts'
import { twoFactorFailure } from './failure.ts'

const texts = twoFactorTexts.step

export function RecoveryStep({ onDone }: { onDone(): void }) {
  const form = useSchemaForm<RecoveryCodeForm>(recoveryCodeForm, { code: '' })
  const { register, handleSubmit, formState } = form

  async function submit({ code }: RecoveryCodeForm): Promise<void> {
    const { error } = await auth.mfa.recoveryCodes.verify({ code })
    if (!error) return onDone()
    form.setError('root', { message: twoFactorFailure(error) })
    form.setFocus('code')
  }

  return (
    <form noValidate onSubmit={handleSubmit(submit, () => form.setFocus('code'))} className="space-y-5">
      {formState.errors.root && <Notice tone="danger">{formState.errors.root.message}</Notice>}
      <Field label={texts.recoveryCode} hint={texts.recoveryHint} error={formState.errors.code?.message}>
        {(control) => (
          <Input
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={40}
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
