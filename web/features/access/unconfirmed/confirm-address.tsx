import type { User } from '@supabase/auth-js'
import { useState } from 'react'
import { accessTexts } from '#domain/texts/access.ts'
import { serverNow } from '#web/lib/page/clock.ts'
import { auth } from '#web/lib/session/auth.ts'
import { CheckEmail } from '../check-email.tsx'
import { CorrectAddressForm } from './correct-address-form.tsx'
import { heldPassword, holdSignUp } from './held-sign-up.ts'
import { useFreshSessionOnceConfirmed } from './use-fresh-session-once-confirmed.ts'

const texts = accessTexts.checkEmail

/** A signed-in user with an unconfirmed address enters the mailed code, or corrects the address. */
export function ConfirmAddress({ user }: { user: User }) {
  useFreshSessionOnceConfirmed()
  const address = user.email ?? ''
  // a correction may name an address with an account of another person; the account then stays at its own address
  const [mailed, setMailed] = useState({
    email: address,
    sentAt: Date.parse(user.confirmation_sent_at ?? '') || 0,
  })
  const [isCorrecting, setCorrecting] = useState(false)
  const password = heldPassword(mailed.email)

  function corrected(account: { email: string; password: string }): void {
    holdSignUp(account)
    setMailed({ email: account.email, sentAt: serverNow().getTime() })
    setCorrecting(false)
    void auth.refreshSession()
  }

  if (isCorrecting) {
    return (
      <CorrectAddressForm
        known={{ email: address, password: heldPassword(address) }}
        onCorrected={corrected}
        onBack={() => setCorrecting(false)}
      />
    )
  }
  return (
    <div className="space-y-5">
      <p className="pr-8 break-words">{texts.lead(mailed.email)}</p>
      <CheckEmail
        key={mailed.email}
        email={mailed.email}
        password={password}
        sentAt={mailed.sentAt}
        onResent={() => setMailed({ ...mailed, sentAt: serverNow().getTime() })}
        onChangeAddress={() => setCorrecting(true)}
      />
    </div>
  )
}
