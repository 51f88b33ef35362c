import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { twoStepTexts } from '#domain/texts/two-step.ts'
import { SubmitButton } from '../../components/form/submit-button.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { twoStepFailure } from './failure.ts'
import { signWithPasskey } from './passkeys.ts'
import { useCeremony } from './use-ceremony.ts'

const texts = twoStepTexts.step

/** Lets the browser ask for any of the person's passkeys. */
export function PasskeyStep({ factorId, onDone }: { factorId: string; onDone(): void }) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const ceremony = useCeremony()

  async function confirm(): Promise<void> {
    setBusy(true)
    setFailure(null)
    const error = await signWithPasskey(factorId, ceremony.start())
    setBusy(false)
    if (error) setFailure(twoStepFailure(error))
    else onDone()
  }

  return (
    <form
      className="space-y-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) void confirm()
      }}
    >
      {failure && <Notice tone="danger">{failure}</Notice>}
      <SubmitButton size="large" className="w-full" isBusy={isBusy} busyText={texts.passkeyBusy}>
        <KeyRound aria-hidden />
        {texts.usePasskey}
      </SubmitButton>
    </form>
  )
}
