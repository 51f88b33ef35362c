import { paths } from '#domain/paths.ts'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { hasJustBeenSent } from '#web/lib/fetch/refusals.ts'
import { auth } from '#web/lib/session/auth.ts'

/** Mails a new link and code for a sign-up. @returns the error, or null; a mail within the cooldown counts as sent */
export async function resendConfirmation(email: string): Promise<Error | null> {
  const { error } = await auth.resend({
    type: 'signup',
    email,
    options: { emailRedirectTo: `${location.origin}${withClinic(paths.confirmEmail)}` },
  })
  return error && !hasJustBeenSent(error) ? error : null
}
