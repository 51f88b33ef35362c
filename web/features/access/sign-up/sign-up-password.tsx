import { FormProvider, useFormContext } from 'react-hook-form'
import type { ConfirmSignUpForm, PasswordOfSignUp } from '#domain/access/forms.ts'
import { accessTexts } from '#domain/texts/access.ts'
import { Field } from '#web/components/form/field.tsx'
import { PasswordInput } from '#web/components/form/password-input.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { useSchemaForm } from '#web/components/form/use-schema-form.ts'
import { Button } from '#web/components/ui/button.tsx'
import { formRules } from '../form-rules.ts'

const texts = accessTexts.confirm
const fields = accessTexts.fields

/**
 * Asks for the sign-up's password when its address is confirmed: another person may have signed up with the address,
 * and confirming must not accept their password (docs/threats.md T31).
 *
 * @param confirm returns the password's error, or null
 */
export function SignUpPassword({ confirm }: { confirm(chosen: PasswordOfSignUp): Promise<string | null> }) {
  const form = useSchemaForm<ConfirmSignUpForm>(formRules.confirmSignUpForm, { isNew: false, password: '' })
  const { handleSubmit, formState, watch } = form

  async function submit(chosen: ConfirmSignUpForm): Promise<void> {
    const problem = await confirm(chosen)
    if (problem) form.setError('password', { message: problem }, { shouldFocus: true })
  }

  return (
    <form noValidate onSubmit={handleSubmit(submit)} className="space-y-5">
      <FormProvider {...form}>
        <SignUpPasswordField />
      </FormProvider>
      <SubmitButton size="large" className="w-full" isBusy={formState.isSubmitting} busyText={texts.busy}>
        {watch('isNew') ? texts.confirmWithNew : texts.buttons.signup}
      </SubmitButton>
    </form>
  )
}

export function SignUpPasswordField() {
  const form = useFormContext<ConfirmSignUpForm>()
  const isNew = form.watch('isNew')

  function switchPassword(): void {
    form.setValue('isNew', !isNew)
    // reset() would lose the field to focus
    form.setValue('password', '')
    form.clearErrors('password')
    form.setFocus('password')
  }

  return (
    <div className="space-y-3">
      {isNew && <p className="text-form text-muted">{texts.newPasswordLead}</p>}
      <Field
        label={isNew ? fields.newPassword : fields.password}
        hint={isNew ? fields.passwordHint : undefined}
        error={form.formState.errors.password?.message}
      >
        {(control) => (
          <PasswordInput
            autoComplete={isNew ? 'new-password' : 'current-password'}
            {...control}
            {...form.register('password')}
          />
        )}
      </Field>
      <Button variant="link" onClick={switchPassword}>
        {isNew ? texts.useOldPassword : texts.setNewPassword}
      </Button>
    </div>
  )
}
