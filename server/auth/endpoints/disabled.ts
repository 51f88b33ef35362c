import * as z from 'zod/mini'
import type { Auth } from '../auth.ts'
import { loadPerson, requireClaims } from '../http/bearer.ts'
import { readBody, text } from '../http/body.ts'
import { AuthError, invalid } from '../http/errors.ts'
import type { AuthRequest } from '../http/request.ts'
import { inTransaction } from '../http/transaction.ts'

/** Ways in that this installation does not offer answer as the protocol says for a switched-off one. */

/** POST /sso. */
export async function sso(): Promise<Response> {
  throw new AuthError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled')
}

/** GET /authorize. */
export async function authorize(): Promise<Response> {
  throw invalid('Unsupported provider: provider is not enabled')
}

/** GET /user/identities/authorize, DELETE /user/identities/{id}. */
export async function linkIdentity(auth: Auth, request: AuthRequest): Promise<Response> {
  await requirePerson(auth, request)
  throw new AuthError(404, 'manual_linking_disabled', 'Manual linking is disabled')
}

const factorBody = z.object({ factor_type: text })

/** POST /factors. */
export async function enrollFactor(auth: Auth, request: AuthRequest): Promise<Response> {
  await requirePerson(auth, request)
  const { factor_type: type } = await readBody(request.raw, factorBody)
  if (!['totp', 'phone', 'webauthn'].includes(type)) {
    throw invalid('factor_type needs to be totp, phone, or webauthn')
  }
  throw new AuthError(422, `mfa_${type}_enroll_not_enabled`, `MFA enroll is disabled for ${type}`)
}

/** /factors/{id}, /factors/{id}/challenge, /factors/{id}/verify: nobody has one. */
export async function anyFactor(auth: Auth, request: AuthRequest): Promise<Response> {
  await requirePerson(auth, request)
  throw new AuthError(404, 'mfa_factor_not_found', 'Factor not found')
}

async function requirePerson(auth: Auth, request: AuthRequest): Promise<void> {
  const claims = await requireClaims(auth, request)
  await inTransaction(auth, request, (tx) => loadPerson(tx, auth, claims))
}
