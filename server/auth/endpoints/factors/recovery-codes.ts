import * as z from 'zod/mini'
import type { Auth } from '#server/auth/context/auth.ts'
import { AuthError, invalid } from '#server/auth/errors.ts'
import {
  factorNotFound,
  insertFactor,
  removeFactor,
  requireRoomForFactor,
} from '#server/auth/factors/factors.ts'
import { notifyFactorRemoved, notifyRecoveryCodeUsed } from '#server/auth/factors/notify-owner.ts'
import {
  consumeRecoveryCode,
  countRecoveryCodes,
  normalizeRecoveryCode,
  recoveryFactorOf,
  replaceRecoveryCodes,
} from '#server/auth/factors/recovery-codes.ts'
import { stepUpSession } from '#server/auth/factors/step-up.ts'
import { withPerson } from '#server/auth/factors/with-person.ts'
import { clearWrongCodes, recordWrongCode, secondsUntilNextCode } from '#server/auth/factors/wrong-codes.ts'
import { name, readBody, text } from '#server/auth/http/body.ts'
import { type AuthRequest, json } from '#server/auth/http/request.ts'
import { factorsOf } from '#server/auth/people/factors-of.ts'
import type { FactorRow, Person } from '#server/auth/rows.ts'
import { assuranceOfSession } from '#server/auth/sessions/assurance.ts'
import { sessionResponse } from '#server/auth/sessions/session-response.ts'
import { audit } from '#server/clinic/audit.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

/** At auth-js' paths (docs/decisions/0015). */
const type = 'recovery_code'

const noCodes = () => factorNotFound('The user has not enrolled recovery codes')
const generateBody = z.object({ friendly_name: name })
const verifyBody = z.object({ code: text })

export async function recoveryCodeStatus(auth: Auth, request: AuthRequest): Promise<Response> {
  const answer = await withPerson(auth, request, async (tx, { user }) => {
    const factor = await recoveryFactorOf(tx, user.id)
    if (!factor) throw noCodes()
    return { id: factor.id, type, ...(await countRecoveryCodes(tx, factor.id)) }
  })
  return json(answer)
}

export async function generateRecoveryCodes(auth: Auth, request: AuthRequest): Promise<Response> {
  const body = await readBody(request.raw, generateBody, {})
  const friendlyName = body.friendly_name || 'Recovery codes'
  if (friendlyName.length > 120) throw invalid('A name cannot be longer than 120 characters')
  const answer = await withPerson(auth, request, async (tx, person) => {
    await requireSecondStep(tx, person, 'generate')
    const { user } = person
    if (await recoveryFactorOf(tx, user.id)) {
      throw new AuthError(
        422,
        'mfa_verified_factor_exists',
        'Recovery codes are already enrolled for this user, use regenerate to rotate them',
      )
    }
    await requireRoomForFactor(tx, auth, person, friendlyName)
    if (!(await factorsOf(tx, user.id)).some(({ status }) => status === 'verified')) {
      throw new AuthError(
        422,
        'mfa_recovery_codes_sole_factor',
        'At least one other verified factor is required to generate recovery codes',
      )
    }
    const row = { user_id: user.id, factor_type: type, status: 'verified', friendly_name: friendlyName }
    return showCodes(tx, person, await insertFactor(tx, auth, row), 'generated')
  })
  return json(answer)
}

export async function regenerateRecoveryCodes(auth: Auth, request: AuthRequest): Promise<Response> {
  const answer = await withPerson(auth, request, async (tx, person) => {
    await requireSecondStep(tx, person, 'regenerate')
    const factor = await recoveryFactorOf(tx, person.user.id)
    if (!factor) throw noCodes()
    await clearWrongCodes(tx, person.user.id)
    await tx
      .updateTable('auth.mfa_factors')
      .set({ updated_at: auth.sessionClock.now() })
      .where('id', '=', factor.id)
      .execute()
    return showCodes(tx, person, factor, 'regenerated')
  })
  return json(answer)
}

export async function verifyRecoveryCode(auth: Auth, request: AuthRequest): Promise<Response> {
  const body = await readBody(request.raw, verifyBody)
  const code = normalizeRecoveryCode(body.code)
  if (!code) throw invalid('Code needs to be non-empty')
  const grant = await withPerson(auth, request, async (tx, person) => {
    const { user } = person
    const waitSeconds = await secondsUntilNextCode(tx, user.id)
    if (waitSeconds > 0) {
      throw new AuthError(
        429,
        'mfa_recovery_codes_locked',
        'Too many failed verification attempts, try again later',
        { headers: { 'Retry-After': String(waitSeconds) } },
      )
    }
    const factor = await recoveryFactorOf(tx, user.id)
    const isRight = factor !== null && (await consumeRecoveryCode(tx, auth, { factorId: factor.id, code }))
    if (!isRight) {
      await recordWrongCode(tx, user.id)
      await audit(tx, 'auth.verification_attempted', { type: 'user', id: user.id }, { type, success: false })
      return new AuthError(422, 'mfa_verification_failed', 'Invalid recovery code entered')
    }
    await clearWrongCodes(tx, user.id)
    const { remaining } = await countRecoveryCodes(tx, factor.id)
    await notifyRecoveryCodeUsed(tx, auth, user, remaining)
    return stepUpSession(tx, auth, person, factor)
  })
  return sessionResponse(auth, grant)
}

export async function deleteRecoveryCodes(auth: Auth, request: AuthRequest): Promise<Response> {
  const id = await withPerson(auth, request, async (tx, person) => {
    await requireSecondStep(tx, person, 'delete')
    const factor = await recoveryFactorOf(tx, person.user.id)
    if (!factor) throw noCodes()
    await removeFactor(tx, factor)
    const details = { factor: factor.id, type }
    await audit(tx, 'auth.factor_unenrolled', { type: 'user', id: person.user.id }, details)
    await notifyFactorRemoved(tx, auth, person.user, factor)
    return factor.id
  })
  return json({ id })
}

async function requireSecondStep(tx: Tx, { session }: Person, verb: string): Promise<void> {
  if ((await assuranceOfSession(tx, session.id)) === 'aal2') return
  throw new AuthError(403, 'insufficient_aal', `AAL2 required to ${verb} recovery codes`)
}

async function showCodes(tx: Tx, { user }: Person, factor: FactorRow, how: 'generated' | 'regenerated') {
  const codes = await replaceRecoveryCodes(tx, factor.id)
  const details = { factor: factor.id, count: codes.length }
  await audit(tx, `auth.recovery_codes_${how}`, { type: 'user', id: user.id }, details)
  return { id: factor.id, type, friendly_name: factor.friendly_name, total: codes.length, codes }
}
