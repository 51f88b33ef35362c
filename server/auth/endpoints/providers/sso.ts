import * as z from 'zod/mini'
import type { Auth } from '#server/auth/context/auth.ts'
import { AuthError, badJson, invalid } from '#server/auth/errors.ts'
import { type Challenge, requireFlowChallenge } from '#server/auth/flows/flow-states.ts'
import { flag, readBody, text } from '#server/auth/http/body.ts'
import { isUuid } from '#server/auth/http/is-uuid.ts'
import { redirectTo } from '#server/auth/http/redirect-answers.ts'
import { type AuthRequest, json, requestedClinic, requestedRedirects } from '#server/auth/http/request.ts'
import { type RedirectTarget, resolveRedirect } from '#server/auth/redirects/redirects.ts'
import { startRelay } from '#server/auth/saml/relay-states.ts'
import type { SamlKey } from '#server/auth/saml/saml-key.ts'
import { serviceProviderMetadata, signInUrl } from '#server/auth/saml/service-provider.ts'
import {
  findSsoProvider,
  findSsoProviderByDomain,
  type SsoProvider,
} from '#server/auth/saml/sso-providers.ts'
import { inTransaction } from '#server/auth/transaction.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

const ssoBody = z.object({
  provider_id: text,
  domain: text,
  redirect_to: text,
  skip_http_redirect: flag(false),
  code_challenge: text,
  code_challenge_method: text,
})

/** docs/contracts/auth.md 3.1 */
export async function sso(auth: Auth, request: AuthRequest): Promise<Response> {
  const key = requireSaml(auth)
  const body = await readBody(request.raw, ssoBody)
  if (body.provider_id && body.domain) throw invalid('Only one of provider_id or domain supported')
  if (!body.provider_id && !body.domain) throw invalid('A provider_id or domain needs to be provided')
  if (body.provider_id && !isUuid(body.provider_id)) throw badJson('provider_id must be a UUID')
  const challenge = requireFlowChallenge(auth, body)

  const { provider, sent } = await inTransaction(auth, request, async (tx) => {
    const targets = [body.redirect_to || null, ...requestedRedirects(request)]
    const target = await resolveRedirect(tx, auth.services.config, auth.settings, targets)
    const provider = await requireProvider(tx, auth, request, { ...body, target })
    return { provider, sent: await send(tx, auth, { provider, target, challenge }) }
  })
  const url = await signInUrl(auth.settings, key, provider, sent)
  return body.skip_http_redirect ? json({ url }) : redirectTo(new URL(url), 303)
}

/** `?download=true` saves it as a file. */
export async function samlMetadata(auth: Auth, request: AuthRequest): Promise<Response> {
  const metadata = serviceProviderMetadata(auth.settings, requireSaml(auth))
  const isDownload = request.query.get('download') === 'true'
  return new Response(metadata, {
    headers: {
      'Content-Type': 'application/xml; charset=utf-8',
      'Cache-Control': 'public, max-age=600',
      ...(isDownload ? { 'Content-Disposition': 'attachment; filename="metadata.xml"' } : {}),
    },
  })
}

/** @throws AuthError 404 `saml_provider_disabled` */
export function requireSaml({ settings }: Auth): SamlKey {
  if (settings.saml) return settings.saml
  throw new AuthError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled')
}

/** @throws AuthError 404 `sso_provider_disabled` */
export function requireEnabled(provider: SsoProvider): SsoProvider {
  if (!provider.disabled_at) return provider
  throw new AuthError(404, 'sso_provider_disabled', 'This SSO provider is disabled')
}

async function requireProvider(
  tx: Tx,
  auth: Auth,
  request: AuthRequest,
  asked: { provider_id: string; domain: string; target: RedirectTarget },
): Promise<SsoProvider> {
  if (asked.provider_id) {
    const provider = await findSsoProvider(tx, asked.provider_id)
    if (provider) return requireEnabled(provider)
    throw new AuthError(404, 'sso_provider_not_found', 'No such SSO provider')
  }
  const clinic = asked.target.clinic?.subdomain ?? requestedClinic(request, auth.services.config.appDomain)
  const provider = await findSsoProviderByDomain(tx, asked.domain.trim().toLowerCase(), clinic)
  if (provider) return requireEnabled(provider)
  throw new AuthError(404, 'sso_provider_not_found', 'No SSO provider assigned for this domain')
}

async function send(
  tx: Tx,
  { services }: Auth,
  {
    provider,
    target,
    challenge,
  }: { provider: SsoProvider; target: RedirectTarget; challenge: Challenge | null },
) {
  const now = services.clock.now()
  const flow =
    challenge &&
    (await tx
      .insertInto('auth.flow_states')
      .values({
        authentication_method: 'sso/saml',
        code_challenge: challenge.challenge,
        code_challenge_method: challenge.method,
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow())
  return startRelay(
    tx,
    { providerId: provider.id, redirectTo: target.url, flowStateId: flow?.id ?? null },
    now,
  )
}
