import { useEffect, useRef, useState } from 'react'
import { accessTexts } from '#domain/texts/access.ts'
import { Button } from '#web/components/ui/button.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { errorSentence } from '#web/lib/fetch/refusals.ts'
import { deviceMs } from '#web/lib/page/clock.ts'
import { useSession } from '#web/lib/session/session-context.ts'
import { ConfirmCodeForm } from './confirm-code-form.tsx'
import { resendConfirmation } from './resend-confirmation.ts'

const texts = accessTexts.checkEmail
const resendAfterMs = 30_000

/**
 * After a sign-up, in place of its form.
 *
 * @param password of the sign-up; null after a reload, when the form asks for it
 * @param sentAt ms since 1970
 * @param onChangeAddress back to the form
 * @param onConfirming before the code opens a session, which changes the page around it
 * @param onConfirmed once a session with the confirmed address exists; omitted if the page reacts to the session
 */
export function CheckEmail({
  email,
  password,
  sentAt,
  onResent,
  onChangeAddress,
  onConfirming,
  onConfirmed,
}: {
  email: string
  password: string | null
  sentAt: number
  onResent(): void
  onChangeAddress(): void
  onConfirming?: () => void
  onConfirmed?: () => Promise<void>
}) {
  const { user } = useSession()
  const isConfirmed = user?.email === email.toLowerCase() && Boolean(user.email_confirmed_at)
  const hasGoneOn = useRef(false)

  useEffect(() => {
    if (!isConfirmed || hasGoneOn.current) return
    hasGoneOn.current = true
    void onConfirmed?.()
  }, [isConfirmed, onConfirmed])

  return (
    <div className="space-y-6">
      <ConfirmCodeForm known={{ email, password }} {...(onConfirming ? { onConfirming } : {})} />
      <div className="space-y-3 border-t border-line pt-5">
        <Resend email={email} sentAt={sentAt} onResent={onResent} />
        <p className="text-form text-muted">
          {texts.wrongAddress}{' '}
          <Button variant="link" onClick={onChangeAddress}>
            {texts.change}
          </Button>
        </p>
      </div>
    </div>
  )
}

function Resend({ email, sentAt, onResent }: { email: string; sentAt: number; onResent(): void }) {
  const seconds = useSecondsUntil(sentAt + resendAfterMs)
  const [isSending, setSending] = useState(false)
  const [outcome, setOutcome] = useState<{ failure: string } | 'sent' | null>(null)
  const isEarly = seconds > 0 || isSending

  async function resend(): Promise<void> {
    setSending(true)
    setOutcome(null)
    const error = await resendConfirmation(email)
    setSending(false)
    if (error) return setOutcome({ failure: errorSentence(error, accessTexts.unexpected) })
    setOutcome('sent')
    onResent()
  }

  return (
    <>
      {outcome && outcome !== 'sent' && <Notice tone="danger">{outcome.failure}</Notice>}
      <p role="status" className="text-form break-words empty:hidden">
        {outcome === 'sent' ? texts.resent(email) : ''}
      </p>
      <Button
        variant="outline"
        // not `disabled`, so that focus is not lost
        aria-disabled={isEarly || undefined}
        onClick={() => void (isEarly || resend())}
      >
        {seconds > 0 ? texts.resendIn(seconds) : texts.resend}
      </Button>
    </>
  )
}

function useSecondsUntil(instant: number): number {
  const [now, setNow] = useState(deviceMs)
  const isOver = now >= instant
  useEffect(() => {
    setNow(deviceMs())
    if (isOver) return
    const timer = setInterval(() => setNow(deviceMs()), 1_000)
    return () => clearInterval(timer)
  }, [isOver])
  return Math.max(0, Math.ceil((instant - now) / 1_000))
}
