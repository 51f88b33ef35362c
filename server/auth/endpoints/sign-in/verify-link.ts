import { applyProof, isEmailType, linkInvalid, redeemLink } from '#server/auth/accounts/proofs.ts'
import type { Auth } from '#server/auth/context/auth.ts'
import { AuthError, invalid } from '#server/auth/errors.ts'
import { issueAuthCode } from '#server/auth/flows/flow-states.ts'
import { errorParams, redirectWith } from '#server/auth/http/redirect-answers.ts'
import { type AuthRequest, requestedRedirects } from '#server/auth/http/request.ts'
import { resolveRedirect } from '#server/auth/redirects/redirects.ts'
import { sessionBody } from '#server/auth/sessions/session-response.ts'
import { openSession, type SessionGrant } from '#server/auth/sessions/sessions.ts'
import { inTransaction } from '#server/auth/transaction.ts'
import { otherSidePending } from './verify.ts'

const pkcePrefix = 'pkce_'

const status = 303

/** docs/contracts/auth.md 3.2. Not mailed, because mail scanners that follow links would consume it. */
export async function verifyLink(auth: Auth, request: AuthRequest): Promise<Response> {
  const linkToken = request.query.get('token') ?? ''
  const type = request.query.get('type') ?? ''
  if (!linkToken) throw invalid('Verify requires a token')
  if (!type) throw invalid('Verify requires a verification type')
  const isPkce = linkToken.startsWith(pkcePrefix)
  const { settings, services } = auth
  const target = await services.transactions.withSystem('sign-in', (tx) =>
    resolveRedirect(tx, services.config, settings, requestedRedirects(request)),
  )
  try {
    if (!isEmailType(type)) throw invalid('Unsupported verification type')
    const outcome = await signInByLink(auth, request, { type, linkToken })
    if (outcome === null) {
      const message = new URLSearchParams({ message: otherSidePending, sb: '' })
      return redirectWith(target.url, message, { where: isPkce ? 'both' : 'fragment', status })
    }
    if ('code' in outcome) {
      return redirectWith(target.url, new URLSearchParams({ code: outcome.code }), { where: 'query', status })
    }
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
    return redirectWith(target.url, fragment, { where: 'fragment', status })
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    return redirectWith(target.url, errorParams(error), { where: isPkce ? 'both' : 'fragment', status })
  }
}

function signInByLink(
  auth: Auth,
  request: AuthRequest,
  link: { type: string; linkToken: string },
): Promise<{ grant: SessionGrant } | { code: string } | null> {
  return inTransaction(auth, request, async (tx) => {
    const proof = await redeemLink(tx, auth, link)
    if (!proof) throw linkInvalid()
    const user = await applyProof(tx, auth, proof)
    if (!user) return null
    const flowStateId = proof.token.flow_state_id
    if (flowStateId) return { code: await issueAuthCode(tx, flowStateId, auth.sessionClock.now()) }
    return { grant: await openSession(tx, auth, request, user, 'otp') }
  })
}
