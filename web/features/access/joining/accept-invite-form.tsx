import type { AuthError, User } from '@supabase/auth-js'
import { useState } from 'react'
import type { AcceptInviteForm as AcceptInvite } from '#domain/access/forms.ts'
import { ownNameFrom } from '#domain/account/own-name.ts'
import { accessTexts } from '#domain/texts/access.ts'
import { Field } from '#web/components/form/field.tsx'
import { FormErrorSummary } from '#web/components/form/form-error-summary.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { useSchemaForm } from '#web/components/form/use-schema-form.ts'
import { Input } from '#web/components/ui/input.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { rest } from '#web/lib/fetch/api.ts'
import { errorSentence, refusalCode, weakPasswordSentence } from '#web/lib/fetch/refusals.ts'
import { auth } from '#web/lib/session/auth.ts'
import { useSession } from '#web/lib/session/session-context.ts'
import { formRules } from '../form-rules.ts'
import { NewPasswordFields } from '../new-password-fields.tsx'

const texts = accessTexts.acceptInvite
const fields = accessTexts.fields

export function AcceptInviteForm({
  user,
  clinicId,
  onDone,
}: {
  user: User
  clinicId: string | null
  onDone(): void
}) {
  const form = useSchemaForm<AcceptInvite>(formRules.acceptInviteForm, {
    ...ownNameFrom(user.user_metadata),
    password: '',
    confirmPassword: '',
  })
  const { register, handleSubmit, formState } = form
  const { errors } = formState
  const { refreshMemberships } = useSession()
  const [failure, setFailure] = useState<string | null>(null)

  async function accept(values: AcceptInvite): Promise<void> {
    setFailure(null)
    const error = await saveProfile(values)
    if (error) {
      const weak = weakPasswordSentence(error)
      if (weak) form.setError('password', { message: weak })
      else setFailure(texts.failed(errorSentence(error, accessTexts.unexpected)))
      return
    }
    if (clinicId) await joinClinic(clinicId)
    onDone()
  }

  async function saveProfile({ firstName, lastName, password }: AcceptInvite): Promise<AuthError | null> {
    const data = { first_name: firstName, last_name: lastName, profile_complete: true }
    const { error } = await auth.updateUser({ password, data })
    // the account has this password already, or the answer of an earlier attempt was lost
    if (refusalCode(error) !== 'same_password') return error
    return (await auth.updateUser({ data })).error
  }

  async function joinClinic(clinic: string): Promise<void> {
    const { error } = await rest
      .from('clinic_memberships')
      .insert({ user_id: user.id, clinic_id: clinic, role: 'member', status: 'active' })
    if (error) toast.info(texts.membershipNote)
    await refreshMemberships()
  }

  return (
    <form noValidate onSubmit={handleSubmit(accept)} className="space-y-5">
      <FormErrorSummary errors={errors} submitCount={formState.submitCount} />
      {failure && (
        <Notice tone="danger" title={texts.banner}>
          {failure}
        </Notice>
      )}
      <input type="hidden" autoComplete="username" value={user.email ?? ''} readOnly />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={fields.firstName} error={errors.firstName?.message}>
          {(control) => <Input autoComplete="given-name" {...control} {...register('firstName')} />}
        </Field>
        <Field label={fields.lastName} error={errors.lastName?.message}>
          {(control) => <Input autoComplete="family-name" {...control} {...register('lastName')} />}
        </Field>
      </div>
      <NewPasswordFields
        labels={fields}
        password={register('password')}
        confirmPassword={register('confirmPassword')}
        errors={{ password: errors.password?.message, confirmPassword: errors.confirmPassword?.message }}
      />
      <SubmitButton size="large" className="w-full" isBusy={formState.isSubmitting} busyText={texts.busy}>
        {texts.submit}
      </SubmitButton>
    </form>
  )
}
