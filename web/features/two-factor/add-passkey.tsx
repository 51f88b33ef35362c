import { twoFactorTexts } from '#domain/texts/two-factor.ts'
import { dropWaiting } from './factors.ts'
import { PasskeyForm } from './passkey-form.tsx'
import { registerPasskey } from './passkeys.ts'

const texts = twoFactorTexts.passkey

/** @param name an unused name */
export function AddPasskey({ name, onDone }: { name: string; onDone(): void }) {
  async function register(signal: AbortSignal): Promise<unknown> {
    await dropWaiting('webauthn')
    return registerPasskey(name, signal)
  }
  return (
    <PasskeyForm label={texts.submit} busyText={texts.busy} ask={register} onDone={onDone}>
      <p className="text-muted">{texts.note}</p>
    </PasskeyForm>
  )
}
