import type { User } from '@supabase/auth-js'
import { useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { type OwnPasswordForm, type OwnPasswordTerms, ownPasswordForm } from '#domain/account/forms.ts'
import { accountTexts } from '#domain/texts/account.ts'
import { componentTexts } from '#domain/texts/components.ts'
import { Field } from '#web/components/form/field.tsx'
import { FormErrorSummary } from '#web/components/form/form-error-summary.tsx'
import { PasswordInput } from '#web/components/form/password-input.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { useSchemaForm } from '#web/components/form/use-schema-form.ts'
import { Button } from '#web/components/ui/button.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { describeRefusal, refusalCode } from '#web/lib/fetch/refusals.ts'
import { auth } from '#web/lib/session/auth.ts'
import { FreshProofFields, freshProofOf, proofRefusals } from './fresh-proof-fields.tsx'

const texts = accountTexts.password
const empty: OwnPasswordForm = { currentPassword: '', nonce: '', newPassword: '', confirmPassword: '' }

/** The field of each refusal by the auth service; without a message the service's is shown. */
const refusals: Record<string, { field: keyof OwnPasswordForm; message?: string }> = {
  ...proofRefusals,
  weak_password: { field: 'newPassword' },
  same_password: { field: 'newPassword' },
}

/** The words of a change: on the user's own page (docs/specification.md B8), or in Settings (A8). */
export const passwordWords = {
  profile: { done: texts.changed, doneDetail: undefined, failed: texts.failed },
  settings: { done: texts.updated, doneDetail: texts.updatedDetail, failed: texts.updateFailed },
}
export type PasswordWords = (typeof passwordWords)[keyof typeof passwordWords]

/** Changes the password, or sets the first one, with the proof that the auth service requires. */
export function PasswordForm({
  user,
  terms,
  hint = texts.hint,
  words = passwordWords.profile,
  onStored,
}: {
  user: User
  terms: OwnPasswordTerms
  hint?: string
  words?: PasswordWords
  onStored(): void
}) {
  const [schema] = useState(() => ownPasswordForm(terms))
  const form = useSchemaForm<OwnPasswordForm>(schema, empty)
  const { register, formState, handleSubmit } = form
  const { errors } = formState
  const email = user.email ?? ''

  async function store({ newPassword, ...proof }: OwnPasswordForm): Promise<void> {
    const { error } = await auth.updateUser({ password: newPassword, ...freshProofOf(terms, proof) })
    if (!error) {
      form.reset(empty)
      if (terms.is_set) toast.success(words.done, { description: words.doneDetail })
      else toast.success(texts.set)
      onStored()
      return
    }
    const code = refusalCode(error) ?? ''
    // the session grew too old meanwhile: the form now requires the code
    if (code === 'reauthentication_needed') onStored()
    const refusal = refusals[code]
    if (refusal) form.setError(refusal.field, { message: refusal.message ?? error.message })
    else toast.error(words.failed, describeRefusal(error, texts.failedDetail))
  }

  return (
    <form noValidate onSubmit={handleSubmit(store)} className="space-y-5">
      <FormErrorSummary errors={errors} submitCount={formState.submitCount} />
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <FormProvider {...form}>
        <FreshProofFields terms={terms} email={email} />
      </FormProvider>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={texts.new} hint={hint} error={errors.newPassword?.message}>
          {(control) => (
            <PasswordInput autoComplete="new-password" {...control} {...register('newPassword')} />
          )}
        </Field>
        <Field label={texts.confirm} error={errors.confirmPassword?.message}>
          {(control) => (
            <PasswordInput autoComplete="new-password" {...control} {...register('confirmPassword')} />
          )}
        </Field>
      </div>
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
