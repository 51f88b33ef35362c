import type { User } from '@supabase/auth-js'
import { type OwnPasswordForm, ownPasswordForm } from '#domain/account.ts'
import { settingsTexts } from '#domain/texts/settings.ts'
import { Field } from '../../components/form/field.tsx'
import { FormErrorSummary } from '../../components/form/form-error-summary.tsx'
import { PasswordInput } from '../../components/form/password-input.tsx'
import { SubmitButton } from '../../components/form/submit-button.tsx'
import { useSchemaForm } from '../../components/form/use-schema-form.ts'
import { Button } from '../../components/ui/button.tsx'
import { toast } from '../../components/ui/toast.ts'
import { auth } from '../../lib/auth.ts'
import { refusalCode, refusalText } from './auth-refusal.ts'

const texts = settingsTexts.password
const empty: OwnPasswordForm = { currentPassword: '', newPassword: '', confirmPassword: '' }

/** Which field a refusal of the auth service is about (auth-contract.md section 3.4). */
const fieldOfRefusal: Record<string, keyof OwnPasswordForm> = {
  current_password_required: 'currentPassword',
  current_password_invalid: 'currentPassword',
  weak_password: 'newPassword',
  same_password: 'newPassword',
}

/** Changes the password after asking for the current one. */
export function PasswordForm({ user }: { user: User }) {
  const form = useSchemaForm<OwnPasswordForm>(ownPasswordForm, empty)
  const { register, formState, handleSubmit } = form
  const { errors } = formState

  async function change({ currentPassword, newPassword }: OwnPasswordForm): Promise<void> {
    const { error } = await auth.updateUser({ password: newPassword, current_password: currentPassword })
    if (!error) {
      form.reset(empty)
      toast.success(texts.changed)
      return
    }
    const code = refusalCode(error)
    const field = code ? fieldOfRefusal[code] : undefined
    if (field) {
      const message = code === 'current_password_invalid' ? texts.currentWrong : error.message
      form.setError(field, { message })
    }
    toast.error(texts.failed, { description: field ? undefined : refusalText(error, texts.failedDetail) })
  }

  return (
    <form noValidate onSubmit={handleSubmit(change)} className="max-w-[28rem] space-y-5">
      <FormErrorSummary errors={errors} submitCount={formState.submitCount} />
      {/* tells password managers whose password this is */}
      <input type="hidden" autoComplete="username" value={user.email ?? ''} readOnly />
      <Field label={texts.current} error={errors.currentPassword?.message}>
        {(control) => (
          <PasswordInput autoComplete="current-password" {...control} {...register('currentPassword')} />
        )}
      </Field>
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
          {texts.submit}
        </SubmitButton>
        {formState.isDirty && (
          <Button variant="quiet" onClick={() => form.reset(empty)}>
            {settingsTexts.cancel}
          </Button>
        )}
      </div>
    </form>
  )
}
