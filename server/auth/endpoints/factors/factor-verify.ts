import { timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import type { Auth } from '#server/auth/context/auth.ts'
import { AuthError, badJson, invalid } from '#server/auth/errors.ts'
import {
  type ChallengeRow,
  closeChallenge,
  countWrongAnswer,
  requireChallenge,
} from '#server/auth/factors/challenges.ts'
import { requireMayVerify } from '#server/auth/factors/may-verify.ts'
import { notifyFactorAdded } from '#server/auth/factors/notify-owner.ts'
import { stepUpSession } from '#server/auth/factors/step-up.ts'
import { matchTotp } from '#server/auth/factors/totp.ts'
import { readAssertion, readNewCredential } from '#server/auth/factors/webauthn.ts'
import { withFactor } from '#server/auth/factors/with-person.ts'
import { clearWrongCodes, recordWrongCode, requireNoWait } from '#server/auth/factors/wrong-codes.ts'
import { optionalObject, readBody, text } from '#server/auth/http/body.ts'
import { isUuid } from '#server/auth/http/is-uuid.ts'
import type { AuthRequest } from '#server/auth/http/request.ts'
import { factorsOf } from '#server/auth/people/factors-of.ts'
import type { FactorRow, Person } from '#server/auth/rows.ts'
import { sessionResponse } from '#server/auth/sessions/session-response.ts'
import { endSessions, type SessionGrant } from '#server/auth/sessions/sessions.ts'
import { audit } from '#server/clinic/audit.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

const verifyBody = z.object({ challenge_id: text, code: text, webauthn: optionalObject })
type VerifyBody = z.infer<typeof verifyBody>

/** With a passkey it may be another factor of the person. */
interface Proof {
  factor: FactorRow
  changes: {
    last_used_step?: number
    sign_count?: number
    credential_id?: string
    credential_key?: Buffer
    transports?: string[]
  }
}

/** docs/contracts/auth.md 3.6 */
export async function verifyFactor(auth: Auth, request: AuthRequest): Promise<Response> {
  await withFactor(auth, request, async () => undefined)
  const body = await readBody(request.raw, verifyBody)
  if (body.challenge_id && !isUuid(body.challenge_id)) throw badJson('wrong type for field challenge_id')
  const grant = await withFactor(auth, request, async (tx, person, factor) => {
    checkAnswer(factor, body)
    await requireMayVerify(tx, auth, person, factor)
    const id = body.challenge_id || '00000000-0000-0000-0000-000000000000'
    const challenge = await requireChallenge(tx, auth, request, { factor, id })
    const proof = await checkProof(tx, auth, { person, factor, challenge, body })
    const refusal = await hookRefusal(tx, auth, { person, factor, isRight: !(proof instanceof AuthError) })
    if (refusal) return refusal
    if (proof instanceof AuthError) {
      await countWrongAnswer(tx, challenge)
      const details = { factor: factor.id, type: factor.factor_type, success: false }
      await audit(tx, 'auth.verification_attempted', { type: 'user', id: person.user.id }, details)
      return proof
    }
    await closeChallenge(tx, auth, challenge)
    return accept(tx, auth, person, proof)
  })
  return sessionResponse(auth, grant)
}

function checkAnswer(factor: FactorRow, { code, webauthn }: VerifyBody): void {
  if (factor.factor_type !== 'webauthn') {
    if (!code) throw invalid('Code needs to be non-empty')
    return
  }
  if (!webauthn) throw invalid('WebAuthn config required')
  if (webauthn.type !== 'create' && webauthn.type !== 'request') {
    throw invalid('WebAuthn type must be create or request')
  }
  if (!webauthn.credential_response) throw invalid('credential_response required')
  // otherwise a new passkey could replace the verified one
  if ((webauthn.type === 'create') !== (factor.status === 'unverified')) {
    throw invalid(`WebAuthn type must be ${factor.status === 'verified' ? 'request' : 'create'}`)
  }
}

/** @returns the proof, or the refusal of a wrong answer, which counts as a failed attempt */
async function checkProof(
  tx: Tx,
  auth: Auth,
  attempt: { person: Person; factor: FactorRow; challenge: ChallengeRow; body: VerifyBody },
): Promise<Proof | AuthError> {
  const { person, factor, challenge, body } = attempt
  if (factor.factor_type === 'webauthn') return checkPasskey(tx, auth, attempt)
  await requireNoWait(tx, person.user.id)
  const proof =
    factor.secret !== null
      ? await checkTotp(auth, factor, factor.secret, body.code)
      : checkSms(auth, factor, challenge, body.code)
  if (proof instanceof AuthError) await recordWrongCode(tx, person.user.id)
  else await clearWrongCodes(tx, person.user.id)
  return proof
}

async function checkTotp(
  auth: Auth,
  factor: FactorRow,
  sealed: Uint8Array,
  code: string,
): Promise<Proof | AuthError> {
  const step = await matchTotp(code, {
    secret: auth.secrets.open(sealed, factor.id),
    afterStep: factor.last_used_step,
    now: auth.sessionClock.now(),
  })
  if (step === null) return wrongAnswer('Invalid TOTP code entered')
  return { factor, changes: { last_used_step: step } }
}

function checkSms(auth: Auth, factor: FactorRow, challenge: ChallengeRow, code: string): Proof | AuthError {
  const given = auth.secrets.digest(code, challenge.id)
  const isRight = challenge.code_hash !== null && timingSafeEqual(challenge.code_hash, given)
  return isRight ? { factor, changes: {} } : wrongAnswer('Invalid MFA Phone code entered')
}

async function checkPasskey(
  tx: Tx,
  auth: Auth,
  { factor, challenge, body }: { factor: FactorRow; challenge: ChallengeRow; body: VerifyBody },
): Promise<Proof | AuthError> {
  const response = body.webauthn?.credential_response
  const expected = challenge.webauthn_challenge ?? ''
  try {
    if (factor.status === 'unverified') {
      const credential = await readNewCredential(tx, auth, response, expected)
      return { factor, changes: credential }
    }
    const factors = (await factorsOf(tx, factor.user_id)).filter(({ status }) => status === 'verified')
    const signed = await readAssertion(tx, auth, response, { challenge: expected, factors })
    return { factor: signed.factor, changes: { sign_count: signed.signCount } }
  } catch (error) {
    if (error instanceof AuthError && error.code === 'webauthn_verification_failed') return error
    throw error
  }
}

/** docs/contracts/auth.md 7: a rejection ends every session of the person. */
async function hookRefusal(
  tx: Tx,
  auth: Auth,
  { person, factor, isRight }: { person: Person; factor: FactorRow; isRight: boolean },
): Promise<AuthError | null> {
  const verdict = await auth.hooks.mfaVerificationAttempt?.(tx, {
    userId: person.user.id,
    factorId: factor.id,
    factorType: factor.factor_type,
    isRight,
  })
  if (verdict?.decision !== 'reject') return null
  await endSessions(tx, person.user.id)
  return new AuthError(
    403,
    'mfa_verification_rejected',
    verdict.message || 'Further MFA verification attempts will be rejected.',
  )
}

async function accept(tx: Tx, auth: Auth, person: Person, { factor, changes }: Proof): Promise<SessionGrant> {
  const isNew = factor.status === 'unverified'
  await tx
    .updateTable('auth.mfa_factors')
    .set({ ...changes, status: 'verified', ...(isNew ? { updated_at: auth.sessionClock.now() } : {}) })
    .where('id', '=', factor.id)
    .execute()
  await tx
    .deleteFrom('auth.mfa_factors')
    .where('user_id', '=', person.user.id)
    .where('factor_type', '=', factor.factor_type)
    .where('status', '=', 'unverified')
    .execute()
  if (isNew) await notifyFactorAdded(tx, auth, person.user, factor)
  return stepUpSession(tx, auth, person, factor)
}

function wrongAnswer(message: string): AuthError {
  return new AuthError(422, 'mfa_verification_failed', message)
}
