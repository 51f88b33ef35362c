import * as Primitive from '@radix-ui/react-dialog'
import type { Session, User } from '@supabase/auth-js'
import type { ReactNode } from 'react'
import { paths } from '#domain/paths.ts'
import { accessTexts } from '#domain/texts/access.ts'
import { twoFactorTexts } from '#domain/texts/two-factor.ts'
import { Button } from '../components/ui/button.tsx'
import { SignInForm } from '../features/access/sign-in-form.tsx'
import {
  OtherSecondSteps,
  SecondStepForm,
  useSecondStepChoice,
} from '../features/two-factor/second-step-choice.tsx'
import { withClinic } from '../lib/clinic/clinic-address.ts'
import { storeDrafts } from '../lib/offline/drafts.ts'
import { leaveWithoutAsking } from '../lib/page/leave-page.ts'
import { rememberAfterLogin } from '../lib/session/after-login.ts'

const texts = accessTexts.signedOut

/**
 * Sign-in over a page whose session has ended. It cannot be dismissed: everything behind it needs the session.
 *
 * @param user of the ended session
 * @param halfway their new session, which lacks the second step
 */
export default function SignedOutDialog({ user, halfway }: { user: User; halfway: Session | null }) {
  return (
    <Primitive.Root open>
      <Primitive.Portal>
        <Primitive.Overlay className="veil veil-signed-out" />
        <Primitive.Content
          className="layer dialog dialog-signed-out"
          onEscapeKeyDown={(event) => event.preventDefault()}
          onInteractOutside={(event) => event.preventDefault()}
        >
          {halfway ? <SecondStep user={halfway.user} /> : <FirstStep user={user} />}
          <p className="mt-6 border-t border-line pt-4">
            <Button variant="link" className="min-h-11" onClick={() => signInElsewhere(user)}>
              {texts.otherWays}
            </Button>
          </p>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

function FirstStep({ user }: { user: User }) {
  return (
    <Titled
      title={texts.title.map((sentence, index) => (
        <span key={sentence}>
          {index > 0 && ' '}
          <span className="inline-block">{sentence}</span>
        </span>
      ))}
      lead={texts.lead}
    >
      <SignInForm email={user.email ?? ''} />
    </Titled>
  )
}

function SecondStep({ user }: { user: User }) {
  const choice = useSecondStepChoice(user)
  return (
    <Titled title={twoFactorTexts.step.title} lead={choice.lead}>
      <SecondStepForm user={user} choice={choice} onDone={() => {}} />
      <div className="mt-6 text-form text-muted empty:hidden">
        <OtherSecondSteps {...choice} />
      </div>
    </Titled>
  )
}

function Titled({ title, lead, children }: { title: ReactNode; lead: string; children: ReactNode }) {
  return (
    <>
      <Primitive.Title className="font-display text-h3 font-medium">{title}</Primitive.Title>
      <Primitive.Description className="mt-1 text-muted">{lead}</Primitive.Description>
      <div className="mt-5">{children}</div>
    </>
  )
}

/** Google, an organization, a forgotten password: leads to the login page, and back here with drafts restored. */
function signInElsewhere(user: User): void {
  storeDrafts(user.id, location.pathname)
  rememberAfterLogin(`${location.pathname}${location.search}${location.hash}`)
  leaveWithoutAsking(withClinic(paths.login))
}
