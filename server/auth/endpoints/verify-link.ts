import type { Auth } from '../auth.ts'
import { AuthError, invalid } from '../http/errors.ts'
import { type AuthRequest, redirectWishes } from '../http/request.ts'
import { inTransaction } from '../http/transaction.ts'
import { issueAuthCode } from '../links/flow-states.ts'
import { applyProof, findByLink, isEmailType, linkInvalid } from '../links/proofs.ts'
import { resolveRedirect } from '../links/redirects.ts'
import { sessionBody } from '../sessions/session-response.ts'
import { openSession, type SessionGrant } from '../sessions/sessions.ts'
import { otherSideAsked } from './verify.ts'

const pkcePrefix = 'pkce_'

/** RFC 6749 names for what went wrong, by HTTP status. */
const oauthErrors: Record<number, string> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
}

/**
 * GET /verify (auth-contract.md 3.2): uses a link up and leads on. Kept for compatibility and never mailed: a
 * mail scanner that follows links would use it up.
 */
export async function verifyLink(auth: Auth, request: AuthRequest): Promise<Response> {
  const linkToken = request.query.get('token') ?? ''
  const type = request.query.get('type') ?? ''
  if (!linkToken) throw invalid('Verify requires a token')
  if (!type) throw invalid('Verify requires a verification type')
  const isPkce = linkToken.startsWith(pkcePrefix)
  const { settings, services } = auth
  const target = await services.doors.withSystem('sign-in', (tx) =>
    resolveRedirect(tx, services.config, settings.siteUrl, redirectWishes(request)),
  )
  try {
    if (!isEmailType(type)) throw invalid('Unsupported verification type')
    const outcome = await redeemLink(auth, request, { type, linkToken })
    if (outcome === null) {
      const message = new URLSearchParams({ message: otherSideAsked })
      return redirect(target.url, message, { alsoInQuery: isPkce })
    }
    if ('code' in outcome) return redirectWithQuery(target.url, { code: outcome.code })
    const body = await sessionBody(auth, outcome.grant)
    const fragment = new URLSearchParams({
      access_token: body.access_token,
      expires_at: String(body.expires_at),
      expires_in: String(body.expires_in),
      refresh_token: body.refresh_token,
      sb: '',
      token_type: 'bearer',
      type,
    })
    return redirect(target.url, fragment)
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    const fragment = new URLSearchParams({
      error: oauthErrors[error.status] ?? 'invalid_request',
      error_code: error.code,
      error_description: error.message,
      sb: '',
    })
    return redirect(target.url, fragment, { alsoInQuery: isPkce })
  }
}

function redeemLink(
  auth: Auth,
  request: AuthRequest,
  link: { type: string; linkToken: string },
): Promise<{ grant: SessionGrant } | { code: string } | null> {
  return inTransaction(auth, request, async (tx) => {
    const proof = await findByLink(tx, auth, link)
    if (!proof) throw linkInvalid()
    const user = await applyProof(tx, auth, proof)
    if (!user) return null
    const flowStateId = proof.token.flow_state_id
    if (flowStateId) return { code: await issueAuthCode(tx, flowStateId, auth.sessionClock.now()) }
    return { grant: await openSession(tx, auth, request, user, 'otp') }
  })
}

function redirect(url: string, fragment: URLSearchParams, options: { alsoInQuery?: boolean } = {}): Response {
  const target = new URL(url)
  if (options.alsoInQuery) {
    for (const [name, value] of fragment) if (name !== 'sb') target.searchParams.set(name, value)
  }
  target.hash = fragment.toString()
  return seeOther(target)
}

function redirectWithQuery(url: string, query: Record<string, string>): Response {
  const target = new URL(url)
  for (const [name, value] of Object.entries(query)) target.searchParams.set(name, value)
  return seeOther(target)
}

/** 303, so that the browser asks for the page with GET; no referrer, because the address holds tokens. */
function seeOther(target: URL): Response {
  return new Response(null, {
    status: 303,
    headers: { Location: target.href, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' },
  })
}
