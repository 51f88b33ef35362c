import type { AuthError } from '@supabase/auth-js'
import { useState } from 'react'
import type { LoginForm } from '#domain/access/forms.ts'
import { paths } from '#domain/paths.ts'
import { accessTexts } from '#domain/texts/access.ts'
import { Field } from '#web/components/form/field.tsx'
import { FormErrorSummary } from '#web/components/form/form-error-summary.tsx'
import { PasswordInput } from '#web/components/form/password-input.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { useSchemaForm } from '#web/components/form/use-schema-form.ts'
import { TextLink } from '#web/components/text-link.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { errorSentence } from '#web/lib/fetch/refusals.ts'
import { auth } from '#web/lib/session/auth.ts'
import { isAuthApiError } from '#web/lib/session/auth-errors.ts'
import { formRules } from './form-rules.ts'
import { ResendLink } from './resend-link.tsx'

const texts = accessTexts.login
const fields = accessTexts.fields

interface Failure {
  title: string
  message: string
  unconfirmedEmail: string | null
}

/**
 * The session that follows changes the page around it.
 *
 * @param email prefilled if the page knows the user
 * @param forgotAt the page for a forgotten password, which gets the typed email in the history's state
 * @param onTry before each attempt
 * @param onSignedIn if no second step follows
 */
export function SignInForm({
  email = '',
  forgotAt,
  onTry,
  onSignedIn,
}: {
  email?: string
  forgotAt?: string
  onTry?: () => void
  onSignedIn?: () => void
}) {
  const form = useSchemaForm<LoginForm>(formRules.loginForm, { email, password: '' })
  const { register, handleSubmit, formState, watch } = form
  const [failure, setFailure] = useState<Failure | null>(null)

  async function signIn(values: LoginForm): Promise<void> {
    setFailure(null)
    toast.dismiss()
    onTry?.()
    const { data, error } = await auth.signInWithPassword(values)
    if (!error) {
      const isHalfWay = data.user.factors?.some(({ status }) => status === 'verified')
      if (!isHalfWay) onSignedIn?.()
      return
    }
    setFailure(failureOf(error, values.email))
  }

  return (
    <form noValidate onSubmit={handleSubmit(signIn)} className="space-y-5">
      <FormErrorSummary errors={formState.errors} submitCount={formState.submitCount} />
      {failure && (
        <Notice tone="danger" title={failure.title}>
          <p>{failure.message}</p>
          {failure.unconfirmedEmail && (
            <p className="flex flex-wrap gap-x-4">
              <ResendLink email={failure.unconfirmedEmail} />
              <TextLink to={withClinic(paths.confirmEmail)}>{texts.enterCode}</TextLink>
            </p>
          )}
        </Notice>
      )}
      <Field label={fields.email} error={formState.errors.email?.message}>
        {(control) => (
          <Input
            type="email"
            autoComplete="username"
            inputMode="email"
            autoFocus={email === ''}
            {...control}
            {...register('email')}
          />
        )}
      </Field>
      <Field label={fields.password} error={formState.errors.password?.message}>
        {(control) => (
          <PasswordInput
            autoComplete="current-password"
            // the dialog asks only for the password, so it takes the focus
            autoFocus={email !== ''}
            {...control}
            {...register('password')}
          />
        )}
      </Field>
      <SubmitButton size="large" className="w-full" isBusy={formState.isSubmitting} busyText={texts.busy}>
        {texts.submit}
      </SubmitButton>
      {forgotAt && (
        <p className="text-center">
          <TextLink to={forgotAt} state={{ email: watch('email').trim() }} className="text-form">
            {texts.forgot}
          </TextLink>
        </p>
      )}
    </form>
  )
}

/** The auth service's message with its title; other failures have their own (docs/specification.md A8). */
function failureOf(error: AuthError, email: string): Failure {
  if (isAuthApiError(error) && error.code === 'email_not_confirmed')
    return { title: texts.refused, message: texts.emailNotConfirmed, unconfirmedEmail: email }
  const message = errorSentence(error, '')
  const isRefused = isAuthApiError(error) && message !== ''
  return {
    title: isRefused ? texts.refused : texts.failed,
    message: message || texts.failedDefault,
    unconfirmedEmail: null,
  }
}
