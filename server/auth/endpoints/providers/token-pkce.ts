import * as z from 'zod/mini'
import type { Auth } from '#server/auth/context/auth.ts'
import { AuthError, invalid } from '#server/auth/errors.ts'
import { redeemAuthCode } from '#server/auth/flows/flow-states.ts'
import { readBody, text } from '#server/auth/http/body.ts'
import type { AuthRequest } from '#server/auth/http/request.ts'
import { isBanned, lockUser } from '#server/auth/people/users.ts'
import { openTokens } from '#server/auth/providers/provider-tokens.ts'
import { ssoIdentityProvider } from '#server/auth/saml/assertion-person.ts'
import { sessionResponse } from '#server/auth/sessions/session-response.ts'
import { openSession } from '#server/auth/sessions/sessions.ts'
import { actAs, inTransaction } from '#server/auth/transaction.ts'
import { audit } from '#server/clinic/audit.ts'

const pkceBody = z.object({ auth_code: text, code_verifier: text })

/** Exchanges a redirect's code for a session, once, in the browser that began the flow. */
export async function pkceGrant(auth: Auth, request: AuthRequest): Promise<Response> {
  const body = await readBody(request.raw, pkceBody)
  if (!body.auth_code || !body.code_verifier) {
    throw invalid('invalid request: both auth code and code verifier should be non-empty')
  }
  const { grant, flow } = await inTransaction(auth, request, async (tx) => {
    const now = auth.sessionClock.now()
    const flow = await redeemAuthCode(tx, { code: body.auth_code, verifier: body.code_verifier, now })
    const user = await lockUser(tx, flow.userId)
    if (!user)
      throw new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found')
    if (isBanned(user, now)) throw new AuthError(403, 'user_banned', 'User is banned')
    await actAs(tx, user.id)
    await audit(tx, 'auth.login', { type: 'user', id: user.id }, { method: flow.authenticationMethod })
    const own = user.sso_provider_id ? ssoIdentityProvider(user.sso_provider_id) : 'email'
    const grant = await openSession(tx, auth, request, user, flow.authenticationMethod, {
      provider: flow.provider ?? own,
      notAfter: flow.sessionNotAfter,
    })
    return { grant, flow }
  })
  const sealed = flow.providerTokensSealed
  return sessionResponse(auth, grant, { providerTokens: sealed && openTokens(auth.secrets, sealed, flow.id) })
}
