import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { PatientSignUpForm } from '#domain/access/forms.ts'
import { paths, withQuery } from '#domain/paths.ts'
import { accessTexts } from '#domain/texts/access.ts'
import { FormErrorSummary } from '#web/components/form/form-error-summary.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { useSchemaForm } from '#web/components/form/use-schema-form.ts'
import { TextLink } from '#web/components/text-link.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { errorSentence, weakPasswordSentence } from '#web/lib/fetch/refusals.ts'
import { deviceMs } from '#web/lib/page/clock.ts'
import { auth } from '#web/lib/session/auth.ts'
import { isAuthRetryableFetchError } from '#web/lib/session/auth-errors.ts'
import { AccessCard } from '../access-card.tsx'
import { formRules } from '../form-rules.ts'
import { GoogleButton } from '../google-button.tsx'
import { LegalLinks } from '../legal-links.tsx'
import { SignUpFields } from './sign-up-fields.tsx'
import { storeWaitingSignUp } from './waiting-sign-up.ts'

const texts = accessTexts.patientSignUp
const redirectDelayMs = 100
const notMade = { title: texts.failed, failure: texts.failedDefault }
const empty: PatientSignUpForm = { name: '', email: '', password: '' }

export function PatientSignUp() {
  const form = useSchemaForm<PatientSignUpForm>(formRules.patientSignUpForm, empty)
  const { formState } = form
  const navigate = useNavigate()
  const [outcome, setOutcome] = useState<{ title: string; failure: string } | 'created' | null>(null)

  async function signUp(values: PatientSignUpForm): Promise<void> {
    setOutcome(null)
    try {
      const refusal = await createAccount(values)
      if (refusal) return showRefusal(refusal)
    } catch {
      return setOutcome(notMade)
    }
    // read by the page that the next notice links to
    storeWaitingSignUp({ kind: 'patient', email: values.email, sentAt: deviceMs() }, values.password)
    toast.success(texts.success, { description: texts.welcome })
    setOutcome('created')
    form.reset(empty)
    setTimeout(
      () => void navigate(withQuery(paths.login, { message: 'signup_success_patient' })),
      redirectDelayMs,
    )
  }

  function showRefusal(error: Error): void {
    const weak = weakPasswordSentence(error)
    if (weak) form.setError('password', { message: weak })
    else if (isAuthRetryableFetchError(error)) setOutcome(notMade)
    else setOutcome({ title: texts.refused, failure: errorSentence(error, texts.refusedDefault) })
  }

  return (
    <AccessCard
      title={texts.title}
      footer={
        <>
          <p>
            <TextLink to={paths.login}>{texts.loginLink}</TextLink>
          </p>
          <p>
            <TextLink to={paths.signUp}>{texts.clinicLink}</TextLink>
          </p>
          <LegalLinks />
        </>
      }
    >
      <form noValidate onSubmit={form.handleSubmit(signUp)} className="space-y-5">
        <FormErrorSummary errors={formState.errors} submitCount={formState.submitCount} />
        {outcome === 'created' && <Notice tone="success">{texts.welcome}</Notice>}
        {outcome && outcome !== 'created' && (
          <Notice tone="danger" title={outcome.title}>
            {outcome.failure}
          </Notice>
        )}
        <SignUpFields form={form} nameLabel={accessTexts.fields.name} />
        <SubmitButton size="large" className="w-full" isBusy={formState.isSubmitting} busyText={texts.busy}>
          {texts.submit}
        </SubmitButton>
      </form>
      <GoogleButton label={accessTexts.google.continue} intent={{ kind: 'patient-sign-up' }} />
    </AccessCard>
  )
}

async function createAccount({ name, email, password }: PatientSignUpForm): Promise<Error | null> {
  const { data, error } = await auth.signUp({
    email,
    password,
    options: {
      emailRedirectTo: `${location.origin}${paths.confirmEmail}`,
      data: { full_name: name, userType: 'patient' },
    },
  })
  if (error) return error
  return data.user ? null : new Error(accessTexts.signUp.noUser)
}
