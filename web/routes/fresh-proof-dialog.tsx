import type { Session, User } from '@supabase/auth-js'
import { useRef } from 'react'
import { freshProofMinutes } from '#domain/account/fresh-proof.ts'
import { accountTexts } from '#domain/texts/account.ts'
import { Button } from '../components/ui/button.tsx'
import { Dialog, DialogContent } from '../components/ui/dialog.tsx'
import { ConfirmPerson } from '../features/account/confirm-person.tsx'
import {
  OtherSecondSteps,
  SecondStepForm,
  useSecondStepChoice,
} from '../features/two-factor/second-step-choice.tsx'
import { proofRequests } from '../lib/proof/fresh-proof.ts'
import { provingFactors } from '../lib/proof/proving-factors.ts'

const texts = accountTexts.confirm
const lead = texts.lead(freshProofMinutes)

const confirm = () => proofRequests.settle(true)
const cancel = () => proofRequests.settle(false)

/** Asks for the second step, or without one for the password or a mailed code. Closing it changes nothing. */
export default function FreshProofDialog({ session }: { session: Session }) {
  const { user } = session
  const factors = provingFactors(session)
  return factors.length > 0 ? (
    <BySecondStep user={{ ...user, factors }} />
  ) : (
    <ProofDialog lead={lead}>
      <ConfirmPerson email={user.email ?? ''} onDone={confirm} />
    </ProofDialog>
  )
}

function BySecondStep({ user }: { user: User }) {
  const choice = useSecondStepChoice(user)
  return (
    <ProofDialog lead={`${lead} ${choice.lead}`}>
      <SecondStepForm user={user} choice={choice} onDone={confirm} />
      <div className="mt-6 text-form text-muted empty:hidden">
        <OtherSecondSteps {...choice} />
      </div>
    </ProofDialog>
  )
}

function ProofDialog({ lead, children }: { lead: string; children: React.ReactNode }) {
  const opener = useRef<HTMLElement>(null)
  return (
    <Dialog open onOpenChange={cancel}>
      <DialogContent
        isOnTop
        title={texts.title}
        description={lead}
        // opened by an answer, not by a Radix trigger, so focus is restored here
        onOpenAutoFocus={() => {
          opener.current = document.activeElement as HTMLElement | null
        }}
        onCloseAutoFocus={(event) => {
          event.preventDefault()
          opener.current?.focus({ preventScroll: true })
        }}
        // a click beside it must not lose the input
        onInteractOutside={(event) => event.preventDefault()}
      >
        {children}
        <Button variant="quiet" className="mt-3 w-full" onClick={cancel}>
          {texts.cancel}
        </Button>
      </DialogContent>
    </Dialog>
  )
}
