import { audit } from '#server/platform/audit.ts'
import type { Auth } from '../context/auth.ts'
import { AuthError } from '../errors.ts'
import { removeFactor } from '../factors/factors.ts'
import { notifyFactorRemoved } from '../factors/notify-owner.ts'
import { withFactor } from '../factors/with-person.ts'
import { type AuthRequest, json } from '../http/request.ts'
import { assuranceOfSession } from '../sessions/assurance.ts'

/** DELETE /factors/{id} (docs/contracts/auth.md 3.6): sessions that it stepped up fall back to aal1. */
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
