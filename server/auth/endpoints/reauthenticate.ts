import { audit } from '#server/platform/audit.ts'
import type { Auth } from '../auth.ts'
import { loadPerson, requireClaims } from '../http/bearer.ts'
import { AuthError, invalid } from '../http/errors.ts'
import { type AuthRequest, json } from '../http/request.ts'
import { actAs, inTransaction } from '../http/transaction.ts'
import { takeMailClock } from '../links/mail-clocks.ts'
import { sendReauthentication, takeMailBudget } from '../links/mails.ts'

/** GET /reauthenticate (auth-contract.md 3.4): mails a code that PUT /user takes as `nonce`. */
export async function reauthenticate(auth: Auth, request: AuthRequest): Promise<Response> {
  const claims = await requireClaims(auth, request)
  await inTransaction(auth, request, async (tx) => {
    const { user } = await loadPerson(tx, auth, claims)
    if (!user.email) throw invalid('Reauthentication requires the user to have an email or a phone number')
    if (!user.email_confirmed_at) {
      throw new AuthError(422, 'email_not_confirmed', 'Please verify your email first.')
    }
    await takeMailClock(tx, {
      kind: 'reauthentication',
      address: user.email,
      now: auth.services.clock.now(),
      seconds: auth.settings.mailIntervalSeconds,
    })
    await takeMailBudget(tx, auth)
    await actAs(tx, user.id)
    await audit(tx, 'auth.user_reauthenticate_requested', { type: 'user', id: user.id })
    await sendReauthentication(tx, auth, user)
  })
  return json({})
}
