import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import type { Tx } from '#server/platform/database/transactions.ts'
import type { Auth } from '../context/auth.ts'
import { AuthError, invalid } from '../errors.ts'
import { hashOfLink } from '../one-time-tokens/one-time-tokens.ts'

/** RFC 7636 */
export interface Challenge {
  challenge: string
  /** Not `plain`, which shows the verifier to every reader of the request (docs/contracts/auth.md D21). */
  method: 's256'
}

const authCodeSeconds = 300

/**
 * Null when both parameters are absent.
 * @throws AuthError 400 `validation_failed`
 */
export function readChallenge(body: {
  code_challenge: string
  code_challenge_method: string
}): Challenge | null {
  const { code_challenge: challenge, code_challenge_method: method } = body
  if (challenge === '' && method === '') return null
  if (challenge === '' || method === '') {
    throw invalid('PKCE flow requires code_challenge_method and code_challenge')
  }
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(challenge)) {
    throw invalid('code challenge has to be 43 to 128 characters of the unreserved set')
  }
  if (method.toLowerCase() !== 's256') throw invalid('Invalid code challenge method')
  return { challenge, method: 's256' }
}

/**
 * Null where the implicit grant is switched on.
 * @throws AuthError 400 `validation_failed`, also without a challenge (docs/contracts/auth.md D17)
 */
export function requireFlowChallenge(
  { settings }: Auth,
  body: Parameters<typeof readChallenge>[0],
): Challenge | null {
  const challenge = readChallenge(body)
  if (challenge || settings.implicitGrant) return challenge
  throw invalid(
    "PKCE flow requires code_challenge_method and code_challenge: the implicit flow is off, create the client with flowType: 'pkce'",
  )
}

/** @param flow.authenticationMethod the session's method: `recovery`, `magiclink`, `email/signup` ... */
export async function startFlow(
  tx: Tx,
  flow: { userId: string; challenge: Challenge | null; authenticationMethod: string; now: Date },
): Promise<string | null> {
  if (!flow.challenge) return null
  const { id } = await tx
    .insertInto('auth.flow_states')
    .values({
      user_id: flow.userId,
      authentication_method: flow.authenticationMethod,
      code_challenge: flow.challenge.challenge,
      code_challenge_method: flow.challenge.method,
      created_at: flow.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function issueAuthCode(tx: Tx, flowStateId: string, now: Date): Promise<string> {
  const code = randomUUID()
  await tx
    .updateTable('auth.flow_states')
    .set({ auth_code_hash: hashOfLink(code), auth_code_issued_at: now })
    .where('id', '=', flowStateId)
    .execute()
  return code
}

export interface RedeemedFlow {
  id: string
  userId: string
  authenticationMethod: string
  /** Null: the flow of a mailed link. */
  provider: string | null
  /** Read with `openTokens`. */
  providerTokensSealed: Uint8Array | null
  /** When an identity provider requires the session to end. */
  sessionNotAfter: Date | null
}

/**
 * Exchanges a code and deletes its flow; a wrong verifier leaves the flow unchanged.
 * @throws AuthError 404 `flow_state_not_found`, 422 `flow_state_expired`, 400 `bad_code_verifier`
 */
export async function redeemAuthCode(
  tx: Tx,
  { code, verifier, now }: { code: string; verifier: string; now: Date },
): Promise<RedeemedFlow> {
  const flow = await tx
    .selectFrom('auth.flow_states')
    .selectAll()
    .where('auth_code_hash', '=', hashOfLink(code))
    .forUpdate()
    .executeTakeFirst()
  if (!flow?.user_id || !flow.auth_code_issued_at) {
    throw new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found')
  }
  if (now.getTime() - flow.auth_code_issued_at.getTime() > authCodeSeconds * 1000) {
    throw new AuthError(422, 'flow_state_expired', 'invalid flow state, flow state has expired')
  }
  if (!isVerifierOf(flow.code_challenge, flow.code_challenge_method, verifier)) {
    throw new AuthError(
      400,
      'bad_code_verifier',
      'code challenge does not match previously saved code verifier',
    )
  }
  await tx.deleteFrom('auth.flow_states').where('id', '=', flow.id).execute()
  return {
    id: flow.id,
    userId: flow.user_id,
    authenticationMethod: flow.authentication_method,
    provider: flow.provider,
    providerTokensSealed: flow.provider_tokens_sealed,
    sessionNotAfter: flow.session_not_after,
  }
}

function isVerifierOf(challenge: string | null, method: string | null, verifier: string): boolean {
  if (challenge === null || method !== 's256') return false
  const derived = createHash('sha256').update(verifier).digest('base64url')
  const [a, b] = [Buffer.from(derived), Buffer.from(challenge)]
  return a.length === b.length && timingSafeEqual(a, b)
}
