import type { Tx } from '#server/platform/database/transactions.ts'
import type { Auth } from '../context/auth.ts'
import type { FactorType } from '../context/settings.ts'
import { AuthError } from '../errors.ts'
import { requireProvenAddress } from '../people/users.ts'
import type { FactorRow, Person } from '../rows.ts'
import { lacksSecondStep } from '../sessions/assurance.ts'

const typeNames: Record<FactorType, string> = { totp: 'TOTP', phone: 'Phone', webauthn: 'WebAuthn' }

/**
 * A factor enrolled before the person had a second factor must not bypass that (docs/threats.md T18).
 * @throws AuthError 422 `mfa_*_verify_not_enabled`, `email_not_confirmed`, 403 `insufficient_aal`, 400 `validation_failed`
 * for recovery codes, which have their own endpoint
 */
export async function requireMayVerify(
  tx: Tx,
  auth: Auth,
  { user, session }: Person,
  factor: FactorRow,
): Promise<void> {
  const type = factor.factor_type
  if (type !== 'totp' && type !== 'phone' && type !== 'webauthn') {
    throw new AuthError(400, 'validation_failed', 'factor_type needs to be totp, phone, or webauthn')
  }
  if (!auth.settings.mfa[type].verify) {
    const message = `MFA verification is disabled for ${typeNames[type]}`
    throw new AuthError(422, `mfa_${type}_verify_not_enabled`, message)
  }
  const isNew = factor.status === 'unverified'
  if (isNew) requireProvenAddress(user)
  if (isNew && (await lacksSecondStep(tx, { userId: user.id, sessionId: session.id }))) {
    throw new AuthError(403, 'insufficient_aal', 'AAL2 required to verify a new factor')
  }
}
