import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { paths } from '#domain/paths.ts'
import { accessTexts } from '#domain/texts/access.ts'
import { TextLink } from '#web/components/text-link.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { AccessCard } from '#web/features/access/access-card.tsx'
import { AccessProgress } from '#web/features/access/access-progress.tsx'
import { GoogleButton } from '#web/features/access/google-button.tsx'
import { loginMessage } from '#web/features/access/login-messages.ts'
import { SignInForm } from '#web/features/access/sign-in-form.tsx'
import { useSignedInRedirect } from '#web/features/access/use-signed-in-redirect.ts'
import { OrganizationButtons } from '#web/features/single-sign-on/organization-buttons.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { useClinicFace } from '#web/lib/clinic/current-clinic.ts'
import { config } from '#web/lib/page/config.ts'
import { useSession } from '#web/lib/session/session-context.ts'

const texts = accessTexts.login

/** Sign-in with email and password; redirects signed-in users. */
export default function Login() {
  const { hasLoaded } = useSession()
  const isSignedIn = useSignedInRedirect()
  useFailureOnTheWay(isSignedIn)
  if (!hasLoaded || isSignedIn) return <AccessProgress text={texts.loading} />
  return <LoginCard />
}

/** Shows a failed link as a toast to signed-in users, because this page redirects them. */
function useFailureOnTheWay(isSignedIn: boolean): void {
  const [query] = useSearchParams()
  const isSaid = useRef(false)
  useEffect(() => {
    const arrival = loginMessage(query, config.appDomain)
    if (!isSignedIn || isSaid.current || arrival?.tone !== 'danger') return
    isSaid.current = true
    toast.error(arrival.title ?? arrival.text, arrival.title ? { description: arrival.text } : {})
  }, [isSignedIn, query])
}

function LoginCard() {
  const [query] = useSearchParams()
  const clinic = useClinicFace()
  // removed by the first attempt, whose result replaces it
  const [hasTried, setTried] = useState(false)
  const arrival = hasTried ? null : loginMessage(query, config.appDomain)
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
      <SignInForm
        forgotAt={withClinic(paths.forgotPassword)}
        onTry={() => setTried(true)}
        onSignedIn={() => toast.success(texts.success, { leavesOnArrival: true })}
      />
      <GoogleButton label={accessTexts.google.signIn} intent={{ kind: 'sign-in' }} />
      <OrganizationButtons />
    </AccessCard>
  )
}
