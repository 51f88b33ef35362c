import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { twoStepTexts } from '#domain/texts/two-step.ts'
import { SubmitButton } from '../../components/form/submit-button.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { dropWaiting } from './factors.ts'
import { twoStepFailure } from './failure.ts'
import { registerPasskey } from './passkeys.ts'
import { useCeremony } from './use-ceremony.ts'

const texts = twoStepTexts.passkey

/** Lets the browser make a passkey. @param name one that is free */
export function AddPasskey({ name, onDone }: { name: string; onDone(): void }) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const ceremony = useCeremony()

  async function create(): Promise<void> {
    setBusy(true)
    setFailure(null)
    await dropWaiting('webauthn')
    const error = await registerPasskey(name, ceremony.start())
    setBusy(false)
    if (error) setFailure(twoStepFailure(error))
    else onDone()
  }

  return (
    <form
      className="space-y-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) void create()
      }}
    >
      {failure && <Notice tone="danger">{failure}</Notice>}
      <p className="text-muted">{texts.note}</p>
      <SubmitButton isBusy={isBusy} busyText={texts.busy}>
        <KeyRound aria-hidden />
        {texts.submit}
      </SubmitButton>
    </form>
  )
}
