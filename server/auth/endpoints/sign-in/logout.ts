import type { Auth } from '#server/auth/context/auth.ts'
import { invalid } from '#server/auth/errors.ts'
import type { AuthRequest } from '#server/auth/http/request.ts'
import { loadPerson, requireClaims } from '#server/auth/sessions/bearer.ts'
import { endSession, endSessions } from '#server/auth/sessions/sessions.ts'
import { actAs, inTransaction } from '#server/auth/transaction.ts'
import { audit } from '#server/clinic/audit.ts'

/**
 * docs/contracts/auth.md 3.3. `scope`: `global` ends all the person's sessions, `local` this one, `others` all but this one.
 */
export async function logout(auth: Auth, request: AuthRequest): Promise<Response> {
  const claims = await requireClaims(auth, request)
  const scope = request.query.get('scope') || 'global'
  await inTransaction(auth, request, async (tx) => {
    const { user, session } = await loadPerson(tx, auth, claims)
    if (!['global', 'local', 'others'].includes(scope)) throw invalid(`Unsupported logout scope "${scope}"`)
    if (scope === 'global') await endSessions(tx, user.id)
    if (scope === 'local') await endSession(tx, session.id)
    if (scope === 'others') await endSessions(tx, user.id, { except: session.id })
    await actAs(tx, user.id)
    await audit(tx, 'auth.logout', { type: 'user', id: user.id }, { scope })
  })
  return new Response(null, { status: 204, headers: { 'Cache-Control': 'no-store' } })
}
