import { randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import * as openid from 'openid-client'
import type { AuthFlowStates } from '#db/types.generated.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { classifyHost } from '#server/platform/http/caller.ts'
import type { Auth } from '../context/auth.ts'
import { AuthError, invalid } from '../errors.ts'
import { isUuid } from '../http/is-uuid.ts'
import { type AuthRequest, requestedRedirects } from '../http/request.ts'
import { hashOfLink, ownerOfLink, type TokenKind } from '../one-time-tokens/one-time-tokens.ts'
import type { ProviderClient } from '../providers/provider-client.ts'
import { resolveRedirect } from '../redirects/redirects.ts'
import { inTransaction } from '../transaction.ts'
import { requireFlowChallenge } from './flow-states.ts'

export type ProviderFlow = Selectable<AuthFlowStates> & {
  provider: string
  redirect_to: string
  provider_verifier: string
  provider_nonce: string
}

/** Mailed links that can be accepted with a provider's account. */
export const inviteKinds: TokenKind[] = ['confirmation', 'invitation']

/** @throws AuthError 400 `validation_failed` */
export function requireProvider(auth: Auth, name: string): ProviderClient {
  const client = auth.providers.get(name)
  if (client) return client
  throw invalid(`Unsupported provider: ${name ? 'provider is not enabled' : 'provider is missing'}`)
}

/**
 * @param linkingUserId the person who links an identity; null: a sign-in
 * @throws AuthError 400 `validation_failed`, 404 `user_not_found`, 503 `unexpected_failure` (docs/contracts/auth.md 3.5)
 */
export async function beginProviderFlow(
  auth: Auth,
  request: AuthRequest,
  linkingUserId: string | null,
): Promise<URL> {
  const { query } = request
  const client = requireProvider(auth, query.get('provider') ?? '')
  const challenge = requireFlowChallenge(auth, {
    code_challenge: query.get('code_challenge') ?? '',
    code_challenge_method: query.get('code_challenge_method') ?? '',
  })
  const inviteLinkHash = await findInvite(auth, request, query.get('invite_token') ?? '')
  const configuration = await client.configuration()
  const verifier = openid.randomPKCECodeVerifier()
  const nonce = query.get('nonce')?.slice(0, 255) || randomBytes(16).toString('hex')

  const { id: state } = await inTransaction(auth, request, async (tx) => {
    const { services, settings } = auth
    const target = await resolveRedirect(tx, services.config, settings, requestedRedirects(request))
    return tx
      .insertInto('auth.flow_states')
      .values({
        authentication_method: 'oauth',
        code_challenge: challenge?.challenge ?? null,
        code_challenge_method: challenge?.method ?? null,
        provider: client.provider.name,
        redirect_to: target.url,
        provider_verifier: verifier,
        provider_nonce: nonce,
        invite_link_hash: inviteLinkHash,
        linking_user_id: linkingUserId,
        created_at: services.clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  })
  const callback = callbackUrl(auth, request)
  const url = openid.buildAuthorizationUrl(configuration, {
    ...passedThrough(query),
    redirect_uri: callback,
    scope: scopesOf(client, query),
    state,
    nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
  if (client.provider.isLocal) url.host = new URL(callback).host
  return url
}

async function findInvite(auth: Auth, request: AuthRequest, linkToken: string): Promise<Buffer | null> {
  if (linkToken === '') return null
  const link = { kinds: inviteKinds, linkToken, now: auth.services.clock.now() }
  const ownerId = await inTransaction(auth, request, (tx) => ownerOfLink(tx, link))
  if (!ownerId) throw new AuthError(404, 'user_not_found', 'User identified by token not found')
  return hashOfLink(linkToken)
}

/**
 * Claims the flow once, before it expires.
 * @throws AuthError 400 `bad_oauth_callback`, `bad_oauth_state`, `flow_state_already_used`
 */
export async function claimProviderFlow(tx: Tx, auth: Auth, state: string): Promise<ProviderFlow> {
  if (state === '') throw new AuthError(400, 'bad_oauth_callback', 'OAuth state parameter missing')
  if (!isUuid(state)) throw badState('OAuth callback with invalid state')
  const flow = await tx
    .selectFrom('auth.flow_states')
    .selectAll()
    .where('id', '=', state)
    .where('provider', 'is not', null)
    .forUpdate()
    .executeTakeFirst()
  if (!isProviderFlow(flow)) throw badState('OAuth state not found or expired')
  if (flow.returned_at) {
    throw flow.code_challenge
      ? new AuthError(400, 'flow_state_already_used', 'OAuth state has been used already')
      : badState('OAuth state not found or expired')
  }
  const now = auth.services.clock.now()
  if (now.getTime() - flow.created_at.getTime() > auth.settings.flowStateSeconds * 1000) {
    throw badState('OAuth state has expired')
  }
  await tx.updateTable('auth.flow_states').set({ returned_at: now }).where('id', '=', flow.id).execute()
  return flow
}

const badState = (message: string) => new AuthError(400, 'bad_oauth_state', message)

function isProviderFlow(flow: Selectable<AuthFlowStates> | undefined): flow is ProviderFlow {
  return Boolean(flow?.provider && flow.redirect_to && flow.provider_verifier && flow.provider_nonce)
}

/** In development also on plain localhost. */
export function callbackUrl({ services: { config } }: Auth, { raw }: AuthRequest): string {
  const asked = new URL(raw.url)
  const isOtherHost = asked.hostname !== config.appDomain && !asked.hostname.endsWith(`.${config.appDomain}`)
  const isOwnHost = classifyHost(asked.hostname, config).kind === 'main' && isOtherHost
  return `${isOwnHost ? asked.origin : config.mainOrigin}/auth/v1/callback`
}

/** Not passed to the provider, in any case. */
const ownParameters = new Set([
  'client_id',
  'client_secret',
  'redirect_uri',
  'response_type',
  'state',
  'code_challenge',
  'code_challenge_method',
  'code_verifier',
  'scope',
  'provider',
  'scopes',
  'redirect_to',
  'invite_token',
  'skip_http_redirect',
])

function passedThrough(query: URLSearchParams): Record<string, string> {
  return Object.fromEntries([...query].filter(([name]) => !ownParameters.has(name.toLowerCase())))
}

function scopesOf({ provider }: ProviderClient, query: URLSearchParams): string {
  const asked = (query.get('scopes') ?? '')
    .split(/[\s,]+/)
    .filter((scope) => /^[\x21-\x7e]{1,200}$/.test(scope))
  return [...new Set(['openid', 'email', 'profile', ...provider.scopes, ...asked])].join(' ')
}
