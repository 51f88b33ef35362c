import * as z from 'zod/mini'
import {
  beginProviderPerson,
  findProviderPerson,
  linkProvider,
} from '#server/auth/accounts/provider-person.ts'
import type { Auth } from '#server/auth/context/auth.ts'
import { AuthError, invalid, OAuthRefusal } from '#server/auth/errors.ts'
import { flag, readBody, text } from '#server/auth/http/body.ts'
import { type AuthRequest, audienceForNew, requestedRedirects } from '#server/auth/http/request.ts'
import { verifyIdToken } from '#server/auth/providers/id-token.ts'
import { isKnownName, issuersOf, usualIssuer } from '#server/auth/providers/openid-provider.ts'
import { type ProviderProfile, profileOf } from '#server/auth/providers/profile.ts'
import type { ProviderClient } from '#server/auth/providers/provider-client.ts'
import { resolveRedirect } from '#server/auth/redirects/redirects.ts'
import type { UserRow } from '#server/auth/rows.ts'
import { loadPerson, requireClaims } from '#server/auth/sessions/bearer.ts'
import { sessionResponse } from '#server/auth/sessions/session-response.ts'
import { openSession } from '#server/auth/sessions/sessions.ts'
import { inTransaction } from '#server/auth/transaction.ts'
import { retryIfTaken } from '#server/platform/database/retry-if-taken.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { requireManualLinking } from '../user/user-identities.ts'

const idTokenBody = z.object({
  id_token: text,
  provider: text,
  client_id: text,
  issuer: text,
  nonce: text,
  access_token: text,
  link_identity: flag(false),
})

type IdTokenBody = z.infer<typeof idTokenBody>

/** docs/contracts/auth.md 3.3. `link_identity` links the identity to the bearer's account instead of signing in. */
export async function idTokenGrant(auth: Auth, request: AuthRequest): Promise<Response> {
  const body = await readBody(request.raw, idTokenBody)
  const linkingUserId = body.link_identity ? await linkingPerson(auth, request) : null
  if (!body.id_token) throw new OAuthRefusal('invalid request', 'id_token required')
  if (!body.provider && !(body.client_id && body.issuer)) {
    throw new OAuthRefusal('invalid request', 'provider or client_id and issuer required')
  }
  const client = findProvider(auth, body)
  const sent = { nonce: body.nonce, accessToken: body.access_token }
  const claims = await verifyIdToken(client, body.id_token, sent, auth.sessionClock.now())
  const profile = profileOf(client.provider.name, claims)
  if (!profile) throw new OAuthRefusal('invalid request', 'Missing sub claim in id_token')

  const audience = audienceForNew(request, auth.settings)
  const grant = await retryIfTaken(async () => {
    const joining = linkingUserId ? null : await beginProviderPerson(auth, request, profile, audience)
    return inTransaction(auth, request, async (tx) => {
      const user = joining
        ? await signInWith(tx, auth, request, profile, joining)
        : await linkProvider(tx, auth, profile, linkingUserId ?? '')
      if (user instanceof AuthError) return user
      return openSession(tx, auth, request, user, 'oauth', { provider: profile.provider })
    })
  })
  return sessionResponse(auth, grant)
}

async function linkingPerson(auth: Auth, request: AuthRequest): Promise<string> {
  const claims = await requireClaims(auth, request)
  const { user } = await inTransaction(auth, request, (tx) => loadPerson(tx, auth, claims))
  requireManualLinking(auth)
  return user.id
}

/** @throws AuthError 400 `provider_disabled` for a name of the protocol, 400 `validation_failed` for any other */
function findProvider(auth: Auth, { provider, client_id: clientId, issuer }: IdTokenBody): ProviderClient {
  const clients = [...auth.providers.values()]
  const found = provider
    ? auth.providers.get(provider)
    : clients.find((client) => issuersOf(client.provider).includes(issuer))
  const isOurs = provider || found?.provider.clientIds.includes(clientId)
  if (found && isOurs) return found
  if (isKnownName(provider)) {
    throw new AuthError(
      400,
      'provider_disabled',
      `Provider (issuer "${usualIssuer(provider)}") is not enabled`,
    )
  }
  throw invalid(`Custom OIDC provider "${(provider || issuer).slice(0, 100)}" not allowed`)
}

async function signInWith(
  tx: Tx,
  auth: Auth,
  request: AuthRequest,
  profile: ProviderProfile,
  joining: Awaited<ReturnType<typeof beginProviderPerson>>,
): Promise<UserRow | AuthError> {
  const { services, settings } = auth
  const target = await resolveRedirect(tx, services.config, settings, requestedRedirects(request))
  return findProviderPerson(tx, auth, profile, { ...joining, target })
}
