import { audit } from '#server/platform/audit.ts'
import type { Auth } from '../context/auth.ts'
import { AuthError } from '../errors.ts'
import { limitRequest } from '../http/limit-request.ts'
import { type AuthRequest, audienceForNew } from '../http/request.ts'
import { requireSmallMetadata } from '../people/metadata.ts'
import { insertAnonymousUser } from '../people/new-users.ts'
import { beginUserCreation } from '../people/user-creation.ts'
import { sessionResponse } from '../sessions/session-response.ts'
import { openSession } from '../sessions/sessions.ts'
import { actAs, inTransaction } from '../transaction.ts'

/**
 * POST /signup with neither e-mail nor phone (docs/contracts/auth.md 3.1): signs in anonymously. PUT /user turns the person
 * into an account.
 */
export async function signUpAnonymously(
  auth: Auth,
  request: AuthRequest,
  metadata: Record<string, unknown>,
): Promise<Response> {
  const { settings, services } = auth
  if (!settings.anonymous) {
    throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
  }
  await limitRequest(auth, request, 'anonymous')
  if (!settings.signUp) throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance')
  requireSmallMetadata(metadata)
  const audience = audienceForNew(request, settings)
  const creation = await beginUserCreation(auth, request, { metadata, provider: 'anonymous' })
  const grant = await inTransaction(auth, request, async (tx) => {
    const user = await insertAnonymousUser(tx, { audience, metadata, creation, now: services.clock.now() })
    await actAs(tx, user.id)
    await audit(tx, 'auth.user_signedup', { type: 'user', id: user.id }, { provider: 'anonymous' })
    return openSession(tx, auth, request, user, 'anonymous')
  })
  return sessionResponse(auth, grant)
}
