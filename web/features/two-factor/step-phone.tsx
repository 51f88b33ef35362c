import { useState } from 'react'
import { twoFactorTexts } from '#domain/texts/two-factor.ts'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { auth } from '#web/lib/session/auth.ts'
import { CodeForm } from './code-form.tsx'
import { twoFactorFailure } from './failure.ts'

const texts = twoFactorTexts.step

/** A code by text message, sent on request. @param codeLabel label of the field */
export function PhoneStep({
  factorId,
  codeLabel,
  onDone,
}: {
  factorId: string
  codeLabel?: string
  onDone(): void
}) {
  const [challengeId, setChallengeId] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)

  async function send(): Promise<void> {
    setSending(true)
    setFailure(null)
    const { data, error } = await auth.mfa.challenge({ factorId, channel: 'sms' })
    setSending(false)
    if (error) setFailure(twoFactorFailure(error))
    else setChallengeId(data.id)
  }

  async function verify(code: string): Promise<unknown> {
    const { error } = await auth.mfa.verify({ factorId, challengeId: challengeId ?? '', code })
    if (!error) onDone()
    return error
  }

  if (!challengeId) {
    return (
      <form
        className="space-y-5"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isSending) void send()
        }}
      >
        {failure && <Notice tone="danger">{failure}</Notice>}
        <SubmitButton size="large" className="w-full" isBusy={isSending} busyText={texts.sending}>
          {texts.sendCode}
        </SubmitButton>
      </form>
    )
  }
  return (
    <CodeForm verify={verify} autoFocus {...(codeLabel ? { label: codeLabel } : {})}>
      {failure ? <Notice tone="danger">{failure}</Notice> : <Notice tone="info">{texts.sent}</Notice>}
      <Button variant="link" disabled={isSending} onClick={() => void send()}>
        {texts.sendAgain}
      </Button>
    </CodeForm>
  )
}
