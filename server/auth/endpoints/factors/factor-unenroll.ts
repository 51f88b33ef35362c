import type { Auth } from '#server/auth/context/auth.ts'
import { AuthError } from '#server/auth/errors.ts'
import { removeFactor } from '#server/auth/factors/factors.ts'
import { notifyFactorRemoved } from '#server/auth/factors/notify-owner.ts'
import { withFactor } from '#server/auth/factors/with-person.ts'
import { type AuthRequest, json } from '#server/auth/http/request.ts'
import { assuranceOfSession } from '#server/auth/sessions/assurance.ts'
import { audit } from '#server/clinic/audit.ts'

/** docs/contracts/auth.md 3.6 */
export async function unenrollFactor(auth: Auth, request: AuthRequest): Promise<Response> {
  const id = await withFactor(auth, request, async (tx, { user, session }, factor) => {
    if (factor.status === 'verified' && (await assuranceOfSession(tx, session.id)) !== 'aal2') {
      throw new AuthError(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor')
    }
    await removeFactor(tx, factor)
    const details = { factor: factor.id, type: factor.factor_type, session: session.id }
    await audit(tx, 'auth.factor_unenrolled', { type: 'user', id: user.id }, details)
    if (factor.status === 'verified') await notifyFactorRemoved(tx, auth, user, factor)
    return factor.id
  })
  return json({ id })
}
