import { accessTexts } from '#domain/texts/access.ts'
import { singleSignOnTexts } from '#domain/texts/single-sign-on.ts'
import type { GoogleIntent } from '#web/lib/session/google-sign-in.ts'

export function googleFailure(
  intent: GoogleIntent['kind'],
  refusal: string | null,
): { title: string; text: string } {
  if (intent === 'organization') return organizationFailure(refusal)
  const texts = accessTexts.google
  const isSignUp = intent !== 'sign-in'
  const fallback = isSignUp ? texts.signUpFailedDefault : texts.signInFailedDefault
  const isKnown = refusal !== null && Object.hasOwn(texts.reasons, refusal)
  return {
    title: isSignUp ? texts.signUpFailed : texts.signInFailed('Google'),
    text: (isKnown && texts.reasons[refusal]) || fallback,
  }
}

function organizationFailure(refusal: string | null): { title: string; text: string } {
  const { failed, failedDefault, reasons } = singleSignOnTexts.signIn
  const isKnown = refusal !== null && Object.hasOwn(reasons, refusal)
  return { title: failed, text: (isKnown && reasons[refusal]) || failedDefault }
}
