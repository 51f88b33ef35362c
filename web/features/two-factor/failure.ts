import { twoFactorTexts } from '#domain/texts/two-factor.ts'
import { refusalSentence } from '#web/lib/fetch/refusals.ts'

const texts: Record<string, string> = twoFactorTexts.failures

// https://www.w3.org/TR/webauthn-3/: rejections of create() and get()
const browserRefusals = [
  'NotAllowedError',
  'AbortError',
  'SecurityError',
  'InvalidStateError',
  'OperationError',
]

export function twoFactorFailure(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code
  const name = (error as { name?: unknown } | null)?.name
  if (typeof code === 'string' && texts[code]) return texts[code]
  // the browser's own error: canceled, timed out, or none of the requested keys
  if (typeof name === 'string' && browserRefusals.includes(name)) {
    return twoFactorTexts.failures.passkey_canceled
  }
  return refusalSentence(error) ?? twoFactorTexts.failures.other
}
