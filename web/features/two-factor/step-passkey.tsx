import { twoFactorTexts } from '#domain/texts/two-factor.ts'
import { PasskeyForm } from './passkey-form.tsx'
import { signWithPasskey } from './passkeys.ts'

const texts = twoFactorTexts.step

export function PasskeyStep({ factorId, onDone }: { factorId: string; onDone(): void }) {
  return (
    <PasskeyForm
      label={texts.usePasskey}
      busyText={texts.passkeyBusy}
      isWhole
      ask={(signal) => signWithPasskey(factorId, signal)}
      onDone={onDone}
    />
  )
}
