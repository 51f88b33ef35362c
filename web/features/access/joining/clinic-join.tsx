import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import type { PatientSignUpForm } from '#domain/access/forms.ts'
import { paths } from '#domain/paths.ts'
import { accessTexts } from '#domain/texts/access.ts'
import { FormErrorSummary } from '#web/components/form/form-error-summary.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { showFieldErrors } from '#web/components/form/use-plain-form.ts'
import { useSchemaForm } from '#web/components/form/use-schema-form.ts'
import { TextLink } from '#web/components/text-link.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { ApiError } from '#web/lib/fetch/api-error.ts'
import { refusalCode, refusalSentence } from '#web/lib/fetch/refusals.ts'
import { auth } from '#web/lib/session/auth.ts'
import { useSession } from '#web/lib/session/session-context.ts'
import { AccessCard } from '../access-card.tsx'
import { formRules } from '../form-rules.ts'
import { GoogleButton } from '../google-button.tsx'
import { LegalLinks } from '../legal-links.tsx'
import { SignUpFields } from '../sign-up/sign-up-fields.tsx'
import { holdSignUp } from '../unconfirmed/held-sign-up.ts'
import { afterJoin } from './after-join.ts'

const texts = accessTexts.join

/**
 * Public sign-up on a clinic's page: the server creates the account, then the browser signs in with the same password.
 *
 * @param onJoining true while the form works, even after the session has started
 * @param children above the form: the chosen plan
 */
export function ClinicJoin({
  clinic,
  onJoining,
  children,
}: {
  clinic: Clinic
  onJoining(isJoining: boolean): void
  children?: ReactNode
}) {
  const form = useSchemaForm<PatientSignUpForm>(formRules.patientSignUpForm, {
    name: '',
    email: '',
    password: '',
  })
  const { formState } = form
  const { refreshMemberships } = useSession()
  const navigate = useNavigate()
  const [outcome, setOutcome] = useState<{ title?: string; failure: string } | 'check_mail' | null>(null)

  async function join({ name, email, password }: PatientSignUpForm): Promise<void> {
    setOutcome(null)
    onJoining(true)
    try {
      await callFunction('clinic-join', { email, password, name, subdomain: clinic.subdomain })
    } catch (error) {
      const message = refusalSentence(error) ?? accessTexts.unexpected
      const isOnItsField = error instanceof ApiError && showFieldErrors(form, error.fields)
      if (!isOnItsField) setOutcome({ failure: texts.failed(message) })
      onJoining(false)
      return
    }
    const { data, error } = await auth.signInWithPassword({ email, password })
    if (error) {
      // also for an address that already has an account with another password: the text is true for both, and a mail
      // helps further (docs/threats.md T31)
      const isRefused = refusalCode(error) === 'invalid_credentials'
      setOutcome(isRefused ? 'check_mail' : { title: texts.loginFailed, failure: texts.loginFailedDetail })
      onJoining(false)
      return
    }
    holdSignUp({ email, password })
    toast.success(texts.loggedIn)
    // others are activated once they confirm their address
    if (data.user.email_confirmed_at)
      await callFunction('activate-membership', { clinicId: clinic.id }).catch(() => {})
    await refreshMemberships()
    void navigate(afterJoin(), { replace: true })
  }

  return (
    <AccessCard
      title={texts.title(clinic.name)}
      lead={clinic.tagline}
      footer={
        <>
          <p>
            <TextLink to={withClinic(paths.login)}>{texts.loginLink}</TextLink>
          </p>
          <LegalLinks />
        </>
      }
    >
      <form noValidate onSubmit={form.handleSubmit(join)} className="space-y-5">
        {children}
        <FormErrorSummary errors={formState.errors} submitCount={formState.submitCount} />
        {outcome === 'check_mail' && (
          <Notice tone="info">
            {texts.checkMail} <TextLink to={withClinic(paths.login)}>{texts.checkMailLink}</TextLink>.
          </Notice>
        )}
        {outcome && outcome !== 'check_mail' && (
          <Notice tone="danger" title={outcome.title}>
            {outcome.failure}
          </Notice>
        )}
        <SignUpFields form={form} nameLabel={accessTexts.fields.fullName} />
        <SubmitButton size="large" className="w-full" isBusy={formState.isSubmitting} busyText={texts.busy}>
          {texts.submit}
        </SubmitButton>
      </form>
      <GoogleButton label={accessTexts.google.continue} intent={{ kind: 'join', clinicId: clinic.id }} />
    </AccessCard>
  )
}
