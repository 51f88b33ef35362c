import { useState } from 'react'
import { paths } from '#domain/paths.ts'
import { accessTexts } from '#domain/texts/access.ts'
import { PageHeading } from '#web/components/page-heading.tsx'
import { TextLink } from '#web/components/text-link.tsx'
import { Card } from '#web/components/ui/card.tsx'
import { ClinicSignUpForm } from '#web/features/access/clinic-sign-up-form.tsx'
import { GoogleButton } from '#web/features/access/google-button.tsx'
import { OpenHubForm } from '#web/features/access/open-hub-form.tsx'
import { SignUpPanel } from '#web/features/access/sign-up-panel.tsx'
import { config } from '#web/lib/config.ts'
import { useSession } from '#web/lib/session-context.ts'

const texts = accessTexts.signUp

/** A clinic's admin opens a hub; next to the form, on wide screens, what it offers. */
export default function SignUp() {
  const { user, isAdminSignUpInProgress } = useSession()
  // an unconfirmed address cannot open a hub
  const mayOpenHub = Boolean(user?.email_confirmed_at)
  const [showsHub, setShowsHub] = useState(mayOpenHub)
  // the form stays while it is working, even when that signs somebody in
  if (!isAdminSignUpInProgress && showsHub !== mayOpenHub) setShowsHub(mayOpenHub)
  return (
    <div className="grid w-full max-w-110 grid-cols-[minmax(0,1fr)] items-start gap-12 lg:max-w-none lg:grid-cols-[minmax(0,27.5rem)_minmax(0,24rem)] lg:justify-center">
      <Card fold padded={false}>
        <div className="px-5 pt-7 pb-6 sm:px-8 sm:pt-8">
          <PageHeading
            title={texts.title}
            site={config.productName}
            lead={texts.lead}
            className="pr-7 [&_h1]:text-h2"
          />
          <div className="mt-6">
            {showsHub && user ? (
              <OpenHubForm user={user} />
            ) : (
              <>
                <ClinicSignUpForm />
                <GoogleButton label={accessTexts.google.signUp} intent={{ kind: 'clinic-sign-up' }} />
              </>
            )}
          </div>
        </div>
        <div className="space-y-1.5 border-t border-line px-5 py-5 text-form text-muted sm:px-8">
          <p>
            {texts.loginPrompt} <TextLink to={paths.login}>{texts.loginLink}</TextLink>
          </p>
          <p>
            {texts.patientPrompt} <TextLink to={paths.join}>{texts.patientLink}</TextLink>
          </p>
        </div>
      </Card>
      <SignUpPanel />
    </div>
  )
}
