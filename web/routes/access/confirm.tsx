import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { type ConfirmLink, readConfirmLink } from '#domain/access/confirm-link.ts'
import type { PasswordOfSignUp } from '#domain/access/forms.ts'
import { paths } from '#domain/paths.ts'
import { accessTexts } from '#domain/texts/access.ts'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { TextLink } from '#web/components/text-link.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { AccessCard } from '#web/features/access/access-card.tsx'
import { AccessProgress } from '#web/features/access/access-progress.tsx'
import { confirmDestination } from '#web/features/access/confirm-destination.ts'
import { confirmToken, type FreshSession } from '#web/features/access/confirm-token.ts'
import { ExpiredLink, IncompleteLink } from '#web/features/access/expired-link.tsx'
import { SignUpPassword } from '#web/features/access/sign-up/sign-up-password.tsx'
import { goTo } from '#web/features/shell/landing.ts'
import { config } from '#web/lib/page/config.ts'
import { auth } from '#web/lib/session/auth.ts'
import { useSession } from '#web/lib/session/session-context.ts'

const texts = accessTexts.confirm

/** Only the button redeems a mailed link, because mail scanners open every link (docs/contracts/auth.md 9). */
export default function Confirm() {
  const [query] = useSearchParams()
  // read once: the token is removed from the URL before it is sent
  const [link] = useState(() => readConfirmLink(query))
  const { hasLoaded } = useSession()
  if (!hasLoaded) return <AccessProgress text={accessTexts.login.loading} />
  return link ? <ConfirmCard link={link} /> : <IncompleteLink />
}

type Step = 'ready' | 'expired' | 'failed' | 'half_done' | { otherAccount: FreshSession }

function ConfirmCard({ link }: { link: ConfirmLink }) {
  const { user } = useSession()
  const navigate = useNavigate()
  const [step, setStep] = useState<Step>('ready')
  const [isBusy, setBusy] = useState(false)
  // an invitation is personal: sign out first (docs/threats.md T7)
  const mustSignOutFirst = link.type === 'invite' && user !== null

  async function confirm(chosen?: PasswordOfSignUp): Promise<string | null> {
    setBusy(true)
    history.replaceState(history.state, '', paths.confirm)
    const result = await confirmToken(link, chosen)
    if (result.kind === 'wrong_password' || result.kind === 'weak_password') {
      setBusy(false)
      return result.kind === 'weak_password' ? result.message : texts.wrongPassword
    }
    if (result.kind !== 'session') setStep(result.kind)
    else if (user && !mustSignOutFirst && result.session.user.id !== user.id)
      setStep({ otherAccount: result.session })
    else await enter(result.session)
    setBusy(false)
    return null
  }

  async function enter(session: FreshSession): Promise<void> {
    if (mustSignOutFirst) await auth.signOut({ scope: 'local' })
    const destination = confirmDestination(link, session, { ...config, currentOrigin: location.origin })
    // the invite callback creates its session from the fragment
    if (new URL(destination).pathname !== paths.inviteCallback) await auth.setSession(session)
    goTo(destination, navigate)
  }

  if (step === 'expired') return <ExpiredLink type={link.type} />
  if (step === 'half_done') return <AccessCard title={texts.titles.email_change} lead={texts.halfDone} />
  if (typeof step === 'object') return <OtherAccount session={step.otherAccount} onSwitch={enter} />
  return (
    <AccessCard
      title={mustSignOutFirst ? texts.otherAccountTitle : texts.titles[link.type]}
      lead={mustSignOutFirst ? texts.otherAccount(user.email ?? '') : texts.leads[link.type]}
    >
      {step === 'failed' && (
        <Notice tone="danger" className="mb-5">
          {texts.failed}
        </Notice>
      )}
      {link.type === 'signup' ? (
        <SignUpPassword confirm={confirm} />
      ) : (
        <SubmitButton
          type="button"
          size="large"
          className="w-full"
          isBusy={isBusy}
          busyText={texts.busy}
          onClick={() => void (isBusy || confirm())}
        >
          {mustSignOutFirst ? texts.signOutAndContinue : texts.buttons[link.type]}
        </SubmitButton>
      )}
    </AccessCard>
  )
}

/** The link belongs to another user than the signed-in one: asks before switching the session. */
function OtherAccount({
  session,
  onSwitch,
}: {
  session: FreshSession
  onSwitch(session: FreshSession): Promise<void>
}) {
  const { user } = useSession()
  const current = user?.email ?? ''
  const confirmed = session.user.email ?? ''

  async function switchAccount(): Promise<void> {
    await auth.signOut({ scope: 'local' })
    await onSwitch(session)
  }

  return (
    <AccessCard title={texts.otherAccountTitle} lead={texts.confirmedOther(confirmed, current)}>
      <Button size="large" className="w-full" onClick={() => void switchAccount()}>
        {texts.signOutAndContinue}
      </Button>
      <p className="mt-4 text-center text-form">
        <TextLink to={paths.home}>{texts.keepAccount(current)}</TextLink>
      </p>
    </AccessCard>
  )
}
