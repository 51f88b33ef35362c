import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { landingAfterSignIn } from '#domain/memberships/memberships.ts'
import { paths } from '#domain/paths.ts'
import { accessTexts } from '#domain/texts/access.ts'
import { TextLink } from '#web/components/text-link.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { AccessCard } from '#web/features/access/access-card.tsx'
import { AccessProgress } from '#web/features/access/access-progress.tsx'
import { CheckEmail } from '#web/features/access/check-email.tsx'
import { ConfirmCodeForm } from '#web/features/access/confirm-code-form.tsx'
import { useWaitingSignUp } from '#web/features/access/sign-up/use-waiting-sign-up.ts'
import { ConfirmAddress } from '#web/features/access/unconfirmed/confirm-address.tsx'
import { CorrectAddressForm } from '#web/features/access/unconfirmed/correct-address-form.tsx'
import { goTo, landingUrl } from '#web/features/shell/landing.ts'
import { currentClinicSlug, withClinic } from '#web/lib/clinic/clinic-address.ts'
import { serverNow } from '#web/lib/page/clock.ts'
import { useSession } from '#web/lib/session/session-context.ts'

const texts = accessTexts.confirmEmail

export default function ConfirmEmail() {
  const { user, isFullyLoaded, refreshMemberships } = useSession()
  const navigate = useNavigate()
  const { held } = useWaitingSignUp()
  if (!isFullyLoaded) return <AccessProgress text={accessTexts.login.loading} />

  // only the session shows if this follows a confirmation
  if (!user?.email_confirmed_at) {
    return (
      <AccessCard
        title={texts.waitingTitle}
        lead={user || held ? undefined : texts.waiting}
        footer={<TextLink to={withClinic(paths.login)}>{texts.signIn}</TextLink>}
      >
        {user ? <ConfirmAddress user={user} /> : <WaitingSignUp />}
      </AccessCard>
    )
  }

  async function goOn(): Promise<void> {
    const memberships = await refreshMemberships()
    goTo(landingUrl(landingAfterSignIn(memberships, currentClinicSlug())), navigate)
  }

  return (
    <AccessCard title={texts.title} lead={texts.lead}>
      <p className="mb-6 flex items-center gap-3 font-semibold break-all text-success">
        <CircleCheck aria-hidden className="size-5 flex-none" />
        {user.email}
      </p>
      <Button size="large" className="w-full" onClick={() => void goOn()}>
        {texts.continue}
      </Button>
    </AccessCard>
  )
}

/** Without a session: the sign-up of this tab, or else any. */
function WaitingSignUp() {
  const navigate = useNavigate()
  const { held, keep, resent } = useWaitingSignUp()
  const [isCorrecting, setCorrecting] = useState(false)
  const waiting = held?.waiting

  function change(): void {
    // a clinic's form also corrects its name and address
    if (waiting?.kind === 'clinic') void navigate(paths.signUp, { state: { changesAddress: true } })
    else setCorrecting(true)
  }

  if (isCorrecting) {
    return (
      <CorrectAddressForm
        {...(held && { known: { email: held.waiting.email, password: held.password } })}
        onCorrected={({ email, password }) => {
          keep({ kind: 'patient', email, sentAt: serverNow().getTime() }, password)
          setCorrecting(false)
        }}
        onBack={() => setCorrecting(false)}
      />
    )
  }
  if (waiting) {
    return (
      <div className="space-y-5">
        <p className="break-words">{accessTexts.checkEmail.lead(waiting.email)}</p>
        <CheckEmail
          key={waiting.email}
          email={waiting.email}
          password={held.password}
          sentAt={waiting.sentAt}
          onResent={resent}
          onChangeAddress={change}
        />
      </div>
    )
  }
  return (
    <div className="space-y-5">
      <ConfirmCodeForm />
      <p className="border-t border-line pt-5 text-form text-muted">
        {accessTexts.checkEmail.wrongAddress}{' '}
        <Button variant="link" onClick={change}>
          {accessTexts.checkEmail.change}
        </Button>
      </p>
    </div>
  )
}
