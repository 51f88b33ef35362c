import { accountTexts } from '#domain/texts/account.ts'
import { settingsTexts } from '#domain/texts/settings.ts'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { OwnSessions } from '#web/features/account/own-sessions.tsx'
import { passwordWords } from '#web/features/account/password-form.tsx'
import { PasswordSection } from '#web/features/account/password-section.tsx'
import { SignInHistory } from '#web/features/account/sign-in-history.tsx'
import { TwoFactorSection } from '#web/features/two-factor/two-factor-section.tsx'
import { useClinic } from '#web/lib/clinic/current-clinic.ts'
import { useSession } from '#web/lib/session/session-context.ts'

const texts = accountTexts.password

export default function PasswordSettings() {
  const clinic = useClinic()
  const { user } = useSession()
  return (
    <>
      <PageHeading title={settingsTexts.navigation.password} site={clinic.name} />
      {user && (
        <div className="mt-8">
          <PasswordSection
            user={user}
            title={texts.title}
            lead={texts.lead}
            hint={texts.settingsHint}
            words={passwordWords.settings}
          />
        </div>
      )}
      {user && <TwoFactorSection user={user} />}
      <OwnSessions />
      {user && <SignInHistory userId={user.id} />}
    </>
  )
}
