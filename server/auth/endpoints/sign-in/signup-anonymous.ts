import type { Auth } from '#server/auth/context/auth.ts'
import { AuthError } from '#server/auth/errors.ts'
import { limitRequest } from '#server/auth/http/limit-request.ts'
import { type AuthRequest, audienceForNew } from '#server/auth/http/request.ts'
import { requireSmallMetadata } from '#server/auth/people/metadata.ts'
import { insertAnonymousUser } from '#server/auth/people/new-users.ts'
import { beginUserCreation } from '#server/auth/people/user-creation.ts'
import { sessionResponse } from '#server/auth/sessions/session-response.ts'
import { openSession } from '#server/auth/sessions/sessions.ts'
import { actAs, inTransaction } from '#server/auth/transaction.ts'
import { audit } from '#server/clinic/audit.ts'

/** docs/contracts/auth.md 3.1. PUT /user turns the person into an account. */
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
