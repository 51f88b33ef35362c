import { type ReactNode, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { landingAfterSignIn, primaryAdminClinic } from '#domain/memberships/memberships.ts'
import { paths } from '#domain/paths.ts'
import { accessTexts } from '#domain/texts/access.ts'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { TextLink } from '#web/components/text-link.tsx'
import { Card } from '#web/components/ui/card.tsx'
import { CheckEmail } from '#web/features/access/check-email.tsx'
import { GoogleButton } from '#web/features/access/google-button.tsx'
import { LegalLinks } from '#web/features/access/legal-links.tsx'
import { ClinicSignUpForm } from '#web/features/access/sign-up/clinic-sign-up-form.tsx'
import { OpenHubForm } from '#web/features/access/sign-up/open-hub-form.tsx'
import { SignUpPanel } from '#web/features/access/sign-up/sign-up-panel.tsx'
import { useWaitingSignUp } from '#web/features/access/sign-up/use-waiting-sign-up.ts'
import { goTo, landingUrl } from '#web/features/shell/landing.ts'
import { currentClinicSlug } from '#web/lib/clinic/clinic-address.ts'
import { config } from '#web/lib/page/config.ts'
import { takeAfterLogin } from '#web/lib/session/after-login.ts'
import { useSession } from '#web/lib/session/session-context.ts'

const texts = accessTexts.signUp

export default function SignUp() {
  const { user, isAdminSignUpInProgress } = useSession()
  // an unconfirmed address cannot open a hub
  const mayOpenHub = Boolean(user?.email_confirmed_at)
  const [showsHub, setShowsHub] = useState(mayOpenHub)
  // the form stays while it works, even after the sign-in
  if (!isAdminSignUpInProgress && showsHub !== mayOpenHub) setShowsHub(mayOpenHub)
  return (
    <div className="grid w-full max-w-110 grid-cols-[minmax(0,1fr)] items-start gap-12 lg:max-w-none lg:grid-cols-[minmax(0,27.5rem)_minmax(0,24rem)] lg:justify-center">
      {showsHub && user ? (
        <SignUpCard title={texts.title} lead={texts.lead}>
          <OpenHubForm user={user} />
        </SignUpCard>
      ) : (
        <NewAccount />
      )}
      <SignUpPanel />
    </div>
  )
}

interface WaitingState {
  changesAddress?: boolean
}

function NewAccount() {
  const { setAdminSignUpInProgress, refreshMemberships } = useSession()
  const navigate = useNavigate()
  const { held, keep, resent } = useWaitingSignUp()
  const { pathname, search, state } = useLocation()
  const wantsChange = (state as WaitingState | null)?.changesAddress ?? false
  const [isChanging, setChanging] = useState(wantsChange)
  const waiting = held?.waiting.kind === 'clinic' ? held.waiting : null
  const password = held?.password ?? null

  // shown once: a reload asks for the code again
  useEffect(() => {
    if (wantsChange) void navigate(pathname + search, { replace: true })
  }, [wantsChange, navigate, pathname, search])

  useEffect(() => () => setAdminSignUpInProgress(false), [setAdminSignUpInProgress])

  async function enterHub(): Promise<void> {
    const memberships = await refreshMemberships()
    const chosen = takeAfterLogin()
    if (primaryAdminClinic(memberships) && chosen?.startsWith(paths.pricing)) {
      void navigate(chosen, { replace: true })
    } else if (primaryAdminClinic(memberships)) {
      goTo(landingUrl(landingAfterSignIn(memberships, currentClinicSlug())), navigate)
    } else {
      // the name has been taken meanwhile: this page asks for another
      setAdminSignUpInProgress(false)
    }
  }

  if (waiting && !isChanging) {
    return (
      <SignUpCard
        key="check-email"
        title={accessTexts.checkEmail.title}
        lead={accessTexts.checkEmail.lead(waiting.email)}
      >
        <CheckEmail
          key={waiting.email}
          email={waiting.email}
          password={password}
          sentAt={waiting.sentAt}
          onResent={resent}
          onChangeAddress={() => setChanging(true)}
          onConfirming={() => setAdminSignUpInProgress(true)}
          onConfirmed={enterHub}
        />
      </SignUpCard>
    )
  }
  return (
    <SignUpCard key="form" title={texts.title} lead={texts.lead}>
      <ClinicSignUpForm
        earlier={waiting && { waiting, password }}
        onSignedUp={(next, chosen) => {
          keep(next, chosen)
          setChanging(false)
        }}
      />
      <GoogleButton label={accessTexts.google.signUp} intent={{ kind: 'clinic-sign-up' }} />
    </SignUpCard>
  )
}

function SignUpCard({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <Card fold padded={false}>
      <div className="px-5 pt-7 pb-6 sm:px-8 sm:pt-8">
        <PageHeading
          title={title}
          site={config.productName}
          lead={<p className="break-words">{lead}</p>}
          className="pr-7 [&_h1]:text-h2"
        />
        <div className="mt-6">{children}</div>
      </div>
      <div className="space-y-1.5 border-t border-line px-5 py-5 text-form text-muted sm:px-8">
        <p>
          {texts.loginPrompt} <TextLink to={paths.login}>{texts.loginLink}</TextLink>
        </p>
        <p>
          {texts.patientPrompt} <TextLink to={paths.join}>{texts.patientLink}</TextLink>
        </p>
        <p>{texts.staffHint}</p>
        <LegalLinks />
      </div>
    </Card>
  )
}
