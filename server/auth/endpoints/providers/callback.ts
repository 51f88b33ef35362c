import * as openid from 'openid-client'
import { paths } from '#domain/paths.ts'
import {
  acceptInviteByProvider,
  beginProviderPerson,
  findProviderPerson,
  linkProvider,
} from '#server/auth/accounts/provider-person.ts'
import type { Auth } from '#server/auth/context/auth.ts'
import { AuthError } from '#server/auth/errors.ts'
import { issueAuthCode } from '#server/auth/flows/flow-states.ts'
import {
  callbackUrl,
  claimProviderFlow,
  inviteKinds,
  type ProviderFlow,
  requireProvider,
} from '#server/auth/flows/provider-flows.ts'
import { readText } from '#server/auth/http/body.ts'
import { errorParams, redirectWith } from '#server/auth/http/redirect-answers.ts'
import type { AuthRequest } from '#server/auth/http/request.ts'
import { consumeLink, ownerOfLink } from '#server/auth/one-time-tokens/one-time-tokens.ts'
import { lockUser } from '#server/auth/people/users.ts'
import { type ProviderProfile, profileOf } from '#server/auth/providers/profile.ts'
import { type ProviderTokens, providerFields, sealTokens } from '#server/auth/providers/provider-tokens.ts'
import { resolveRedirect } from '#server/auth/redirects/redirects.ts'
import type { UserRow } from '#server/auth/rows.ts'
import { sessionBody } from '#server/auth/sessions/session-response.ts'
import { openSession, type SessionGrant } from '#server/auth/sessions/sessions.ts'
import { inTransaction } from '#server/auth/transaction.ts'
import { retryIfTaken } from '#server/platform/database/retry-if-taken.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

/** docs/contracts/auth.md 3.5 */
export async function callback(auth: Auth, request: AuthRequest): Promise<Response> {
  const params = await callbackParams(request)
  let flow: ProviderFlow
  try {
    flow = await inTransaction(auth, request, (tx) => claimProviderFlow(tx, auth, params.get('state') ?? ''))
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    return redirectWith(auth.settings.siteUrl, errorParams(error), { where: 'both', status: 303 })
  }
  try {
    refuseProviderError(params)
    const { profile, tokens } = await exchangeCode(auth, request, flow, params)
    const { audience } = auth.settings
    const outcome = await retryIfTaken(async () => {
      const createsNobody = flow.linking_user_id !== null || flow.invite_link_hash !== null
      const joining = createsNobody
        ? { audience, creation: null }
        : await beginProviderPerson(auth, request, profile, audience)
      return inTransaction(auth, request, (tx) =>
        finish(tx, auth, request, { flow, profile, tokens, joining }),
      )
    })
    if ('code' in outcome) {
      const query = new URLSearchParams({ code: outcome.code })
      return redirectWith(flow.redirect_to, query, { where: 'query', status: 302 })
    }
    const { user: _, ...session } = await sessionBody(auth, outcome.grant)
    const fragment = new URLSearchParams({
      ...Object.fromEntries(Object.entries(session).map(([name, value]) => [name, String(value)])),
      ...providerFields(tokens),
      sb: '',
    })
    return redirectWith(flow.redirect_to, fragment, { where: 'fragment', status: 302 })
  } catch (error) {
    if (error instanceof ProviderRefusal) return redirectWith(flow.redirect_to, error.params, toFlow)
    if (!(error instanceof AuthError)) throw error
    const name = deniedCodes.has(error.code) ? 'access_denied' : undefined
    return redirectWith(flow.redirect_to, errorParams(error, name), toFlow)
  }
}

const toFlow = { where: 'both', status: 302 } as const

/** Codes reported as `access_denied`, whatever their HTTP status. */
const deniedCodes = new Set(['signup_disabled', 'user_banned', 'provider_email_needs_verification'])

async function callbackParams({ raw, query }: AuthRequest): Promise<URLSearchParams> {
  if (raw.method !== 'POST') return query
  return new URLSearchParams(await readText(raw))
}

class ProviderRefusal extends Error {
  override name = 'ProviderRefusal'
  readonly params: URLSearchParams

  constructor(error: string, description: string) {
    super(description)
    const code = /^[a-z_]{1,60}$/.test(error) ? error : 'server_error'
    this.params = new URLSearchParams({
      error: code,
      error_code: code,
      error_description: description.slice(0, 300),
      sb: '',
    })
  }
}

/** @throws ProviderRefusal, AuthError 400 `bad_oauth_callback` */
function refuseProviderError(params: URLSearchParams): void {
  const error = params.get('error')
  if (error) throw new ProviderRefusal(error, params.get('error_description') ?? '')
  if (params.get('code')) return
  throw new AuthError(400, 'bad_oauth_callback', 'OAuth callback with missing authorization code missing')
}

/** @throws AuthError 500 `unexpected_failure` when the code or the answer is invalid */
async function exchangeCode(
  auth: Auth,
  request: AuthRequest,
  flow: ProviderFlow,
  params: URLSearchParams,
): Promise<{ profile: ProviderProfile; tokens: ProviderTokens }> {
  const client = requireProvider(auth, flow.provider)
  const configuration = await client.configuration()
  const current = new URL(callbackUrl(auth, request))
  for (const name of ['code', 'state', 'iss']) {
    const value = params.get(name)
    if (value !== null) current.searchParams.set(name, value)
  }
  try {
    const answer = await openid.authorizationCodeGrant(configuration, current, {
      pkceCodeVerifier: flow.provider_verifier,
      expectedState: flow.id,
      expectedNonce: flow.provider_nonce,
      idTokenExpected: true,
    })
    const claims: Record<string, unknown> = { ...answer.claims() }
    if (claims.email === undefined && configuration.serverMetadata().userinfo_endpoint) {
      const subject = String(claims.sub)
      Object.assign(claims, await openid.fetchUserInfo(configuration, answer.access_token, subject))
    }
    const profile = profileOf(flow.provider, claims)
    if (!profile) throw new Error('the identity token has no usable subject')
    const tokens = { accessToken: answer.access_token, refreshToken: answer.refresh_token ?? null }
    return { profile, tokens }
  } catch (cause) {
    auth.services.log.warn('auth.provider_exchange_failed', { provider: flow.provider, error: cause })
    throw new AuthError(500, 'unexpected_failure', 'Unable to exchange external code')
  }
}

interface Answered {
  flow: ProviderFlow
  profile: ProviderProfile
  tokens: ProviderTokens
  joining: Awaited<ReturnType<typeof beginProviderPerson>>
}

async function finish(
  tx: Tx,
  auth: Auth,
  request: AuthRequest,
  answered: Answered,
): Promise<{ code: string } | { grant: SessionGrant } | AuthError> {
  const { flow, tokens } = answered
  const user = await personOf(tx, auth, answered)
  if (user instanceof AuthError) return user
  if (!flow.code_challenge) {
    await tx.deleteFrom('auth.flow_states').where('id', '=', flow.id).execute()
    return { grant: await openSession(tx, auth, request, user, 'oauth', { provider: flow.provider }) }
  }
  await tx
    .updateTable('auth.flow_states')
    .set({ user_id: user.id, provider_tokens_sealed: sealTokens(auth.secrets, tokens, flow.id) })
    .where('id', '=', flow.id)
    .execute()
  return { code: await issueAuthCode(tx, flow.id, auth.sessionClock.now()) }
}

async function personOf(
  tx: Tx,
  auth: Auth,
  { flow, profile, joining }: Answered,
): Promise<UserRow | AuthError> {
  if (flow.linking_user_id) return linkProvider(tx, auth, profile, flow.linking_user_id)
  if (flow.invite_link_hash) {
    const link = { kinds: inviteKinds, linkHash: flow.invite_link_hash, now: auth.services.clock.now() }
    const ownerId = await ownerOfLink(tx, link)
    const invited = ownerId && (await lockUser(tx, ownerId))
    if (!invited) throw new AuthError(404, 'user_not_found', 'User identified by token not found')
    const user = await acceptInviteByProvider(tx, auth, profile, invited)
    await consumeLink(tx, link)
    return user
  }
  const { services, settings } = auth
  // a confirmation link leads to /confirm-email on the host where the flow began
  const confirmPage = new URL(flow.redirect_to)
  confirmPage.pathname = paths.confirmEmail
  const target = await resolveRedirect(tx, services.config, settings, [confirmPage.href])
  return findProviderPerson(tx, auth, profile, { ...joining, target })
}
