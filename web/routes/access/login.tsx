import { isAuthApiError } from '@supabase/auth-js'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { type LoginForm, loginForm } from '#domain/access/forms.ts'
import { paths } from '#domain/paths.ts'
import { accessTexts } from '#domain/texts/access.ts'
import { Field } from '#web/components/form/field.tsx'
import { FormErrorSummary } from '#web/components/form/form-error-summary.tsx'
import { PasswordInput } from '#web/components/form/password-input.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { useSchemaForm } from '#web/components/form/use-schema-form.ts'
import { TextLink } from '#web/components/text-link.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { AccessCard } from '#web/features/access/access-card.tsx'
import { AccessProgress } from '#web/features/access/access-progress.tsx'
import { GoogleButton } from '#web/features/access/google-button.tsx'
import { loginMessage } from '#web/features/access/login-messages.ts'
import { useSignedInRedirect } from '#web/features/access/use-signed-in-redirect.ts'
import { OrganizationButtons } from '#web/features/single-sign-on/organization-buttons.tsx'
import { auth } from '#web/lib/auth.ts'
import { withClinic } from '#web/lib/clinic-address.ts'
import { config } from '#web/lib/config.ts'
import { useClinicLookup } from '#web/lib/current-clinic.ts'
import { errorSentence } from '#web/lib/refusals.ts'
import { useSession } from '#web/lib/session-context.ts'

const texts = accessTexts.login
const fields = accessTexts.fields

/** Sign-in with email and password; redirects signed-in people. */
export default function Login() {
  const { hasLoaded } = useSession()
  const isSignedIn = useSignedInRedirect()
  if (!hasLoaded || isSignedIn) return <AccessProgress text={texts.loading} />
  return <LoginCard />
}

function LoginCard() {
  const [query] = useSearchParams()
  const { clinic } = useClinicLookup()
  const arrival = loginMessage(query, config.appDomain)
  return (
    <AccessCard
      title={clinic ? texts.titleAtClinic(clinic.name) : texts.title}
      footer={
        <>
          <p>
            {texts.patientPrompt} <TextLink to={withClinic(paths.join)}>{texts.patientLink}</TextLink>
          </p>
          {!clinic && (
            <p>
              {texts.clinicPrompt} <TextLink to={paths.signUp}>{texts.clinicLink}</TextLink>
            </p>
          )}
        </>
      }
    >
      {arrival && (
        <Notice tone={arrival.tone} title={arrival.title} className="mb-6">
          {arrival.text}
          {arrival.awaitsConfirmation && (
            <p className="mt-2">
              <TextLink to={withClinic(paths.confirmEmail)}>{texts.enterCode}</TextLink>
            </p>
          )}
        </Notice>
      )}
      <SignInForm />
      <GoogleButton label={accessTexts.google.signIn} intent={{ kind: 'sign-in' }} />
      <OrganizationButtons />
    </AccessCard>
  )
}

function SignInForm() {
  const form = useSchemaForm<LoginForm>(loginForm, { email: '', password: '' })
  const { register, handleSubmit, formState } = form
  const [failure, setFailure] = useState<{ message: string; unconfirmedEmail: string | null } | null>(null)

  async function signIn({ email, password }: LoginForm): Promise<void> {
    setFailure(null)
    const { data, error } = await auth.signInWithPassword({ email, password })
    if (!error) {
      const isHalfWay = data.user.factors?.some(({ status }) => status === 'verified')
      if (!isHalfWay) toast.success(texts.success)
      return
    }
    const isUnconfirmed = isAuthApiError(error) && error.code === 'email_not_confirmed'
    const message = isUnconfirmed ? texts.emailNotConfirmed : errorSentence(error, texts.failedDefault)
    setFailure({ message, unconfirmedEmail: isUnconfirmed ? email : null })
    toast.error(texts.failed, { description: message })
  }

  return (
    <form noValidate onSubmit={handleSubmit(signIn)} className="space-y-5">
      <FormErrorSummary errors={formState.errors} submitCount={formState.submitCount} />
      {failure && (
        <Notice tone="danger" title={texts.failedInline}>
          <p>{failure.message}</p>
          {failure.unconfirmedEmail && <ResendLink email={failure.unconfirmedEmail} />}
        </Notice>
      )}
      <Field label={fields.email} error={formState.errors.email?.message}>
        {(control) => (
          <Input type="email" autoComplete="username" inputMode="email" {...control} {...register('email')} />
        )}
      </Field>
      <Field
        label={fields.password}
        error={formState.errors.password?.message}
        aside={
          <TextLink to={withClinic(paths.forgotPassword)} className="text-note">
            {texts.forgot}
          </TextLink>
        }
      >
        {(control) => (
          <PasswordInput autoComplete="current-password" {...control} {...register('password')} />
        )}
      </Field>
      <SubmitButton size="large" className="w-full" isBusy={formState.isSubmitting} busyText={texts.busy}>
        {texts.submit}
      </SubmitButton>
    </form>
  )
}

function ResendLink({ email }: { email: string }) {
  async function resend(): Promise<void> {
    const { error } = await auth.resend({
      type: 'signup',
      email,
      options: { emailRedirectTo: `${location.origin}${withClinic(paths.confirmEmail)}` },
    })
    if (error) toast.error(errorSentence(error, accessTexts.unexpected))
    else toast.success(texts.resent)
  }
  return (
    <Button variant="link" className="mt-1" onClick={() => void resend()}>
      {texts.resend}
    </Button>
  )
}
