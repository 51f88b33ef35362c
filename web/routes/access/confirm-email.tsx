import { CircleCheck } from 'lucide-react'
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
import { goTo, landingUrl } from '#web/features/shell/landing.ts'
import { currentClinicSlug, withClinic } from '#web/lib/clinic/clinic-address.ts'
import { useSession } from '#web/lib/session/session-context.ts'

const texts = accessTexts.confirmEmail

export default function ConfirmEmail() {
  const { user, isFullyLoaded, refreshMemberships } = useSession()
  const navigate = useNavigate()
  const { held, resent } = useWaitingSignUp()
  if (!isFullyLoaded) return <AccessProgress text={accessTexts.login.loading} />

  // only the session shows if this follows a confirmation
  if (!user?.email_confirmed_at) {
    const waiting = held?.waiting
    return (
      <AccessCard
        title={texts.waitingTitle}
        lead={
          waiting ? (
            <p className="break-words">{accessTexts.checkEmail.lead(waiting.email)}</p>
          ) : (
            texts.waiting
          )
        }
        footer={<TextLink to={withClinic(paths.login)}>{texts.signIn}</TextLink>}
      >
        {waiting ? (
          <CheckEmail
            email={waiting.email}
            password={held.password}
            sentAt={waiting.sentAt}
            onResent={resent}
            onChangeAddress={() =>
              void navigate(waiting.kind === 'clinic' ? paths.signUp : paths.join, {
                state: { changesAddress: true },
              })
            }
          />
        ) : (
          <ConfirmCodeForm />
        )}
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
