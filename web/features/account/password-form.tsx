import type { User } from '@supabase/auth-js'
import { useState } from 'react'
import { type OwnPasswordForm, type OwnPasswordTerms, ownPasswordForm } from '#domain/account/forms.ts'
import { accountTexts } from '#domain/texts/account.ts'
import { componentTexts } from '#domain/texts/components.ts'
import { digitsOf } from '#domain/two-factor/two-factor.ts'
import { Field } from '#web/components/form/field.tsx'
import { FormErrorSummary } from '#web/components/form/form-error-summary.tsx'
import { PasswordInput } from '#web/components/form/password-input.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { useSchemaForm } from '#web/components/form/use-schema-form.ts'
import { Button } from '#web/components/ui/button.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { auth } from '#web/lib/auth.ts'
import { describeRefusal, refusalCode } from '#web/lib/refusals.ts'
import { SendCode } from './send-code.tsx'

const texts = accountTexts.password
const empty: OwnPasswordForm = { currentPassword: '', nonce: '', newPassword: '', confirmPassword: '' }

/** Which field a refusal of the auth service is about (docs/contracts/auth.md 3.4). */
const fieldOfRefusal: Record<string, keyof OwnPasswordForm> = {
  current_password_required: 'currentPassword',
  current_password_invalid: 'currentPassword',
  reauthentication_not_valid: 'nonce',
  weak_password: 'newPassword',
  same_password: 'newPassword',
}

/** Our own wording; every other refusal has its own. */
const wordsOfRefusal: Record<string, string> = {
  current_password_invalid: texts.currentWrong,
  reauthentication_not_valid: texts.codeWrong,
}

/** Changes the password, or sets the first one, with what the auth service requires. */
export function PasswordForm({
  user,
  terms,
  onStored,
}: {
  user: User
  terms: OwnPasswordTerms
  onStored(): void
}) {
  const [schema] = useState(() => ownPasswordForm(terms))
  const form = useSchemaForm<OwnPasswordForm>(schema, empty)
  const { register, formState, handleSubmit } = form
  const { errors } = formState
  const email = user.email ?? ''

  async function store({ currentPassword, nonce, newPassword }: OwnPasswordForm): Promise<void> {
    const { error } = await auth.updateUser({
      password: newPassword,
      ...(terms.needs_current_password ? { current_password: currentPassword } : {}),
      ...(terms.needs_nonce ? { nonce: digitsOf(nonce) } : {}),
    })
    if (!error) {
      form.reset(empty)
      toast.success(terms.is_set ? texts.changed : texts.set)
      onStored()
      return
    }
    const code = refusalCode(error) ?? ''
    // the session has become too old meanwhile: the form now requires the code
    if (code === 'reauthentication_needed') onStored()
    const field = fieldOfRefusal[code]
    if (field) form.setError(field, { message: wordsOfRefusal[code] ?? error.message })
    else toast.error(texts.failed, describeRefusal(error, texts.failedDetail))
  }

  return (
    <form noValidate onSubmit={handleSubmit(store)} className="space-y-5">
      <FormErrorSummary errors={errors} submitCount={formState.submitCount} />
      {/* tells password managers which account this is */}
      <input type="hidden" autoComplete="username" value={email} readOnly />
      {terms.needs_current_password && (
        <Field label={texts.current} error={errors.currentPassword?.message}>
          {(control) => (
            <PasswordInput autoComplete="current-password" {...control} {...register('currentPassword')} />
          )}
        </Field>
      )}
      {terms.needs_nonce && (
        <>
          <SendCode email={email} />
          <Field label={texts.code} error={errors.nonce?.message}>
            {(control) => (
              <Input
                autoComplete="one-time-code"
                inputMode="numeric"
                className="tabular-nums"
                {...control}
                {...register('nonce')}
              />
            )}
          </Field>
        </>
      )}
      <Field label={texts.new} hint={texts.hint} error={errors.newPassword?.message}>
        {(control) => <PasswordInput autoComplete="new-password" {...control} {...register('newPassword')} />}
      </Field>
      <Field label={texts.confirm} error={errors.confirmPassword?.message}>
        {(control) => (
          <PasswordInput autoComplete="new-password" {...control} {...register('confirmPassword')} />
        )}
      </Field>
      <div className="flex flex-wrap gap-3">
        <SubmitButton isBusy={formState.isSubmitting} busyText={texts.busy}>
          {terms.is_set ? texts.submit : texts.setFirst}
        </SubmitButton>
        {formState.isDirty && (
          <Button variant="quiet" onClick={() => form.reset(empty)}>
            {componentTexts.form.cancel}
          </Button>
        )}
      </div>
    </form>
  )
}
