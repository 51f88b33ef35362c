import * as z from 'zod/mini'
import type { Auth } from '#server/auth/context/auth.ts'
import type { FactorType } from '#server/auth/context/settings.ts'
import { AuthError, invalid } from '#server/auth/errors.ts'
import { insertFactor, requireRoomForFactor } from '#server/auth/factors/factors.ts'
import { newTotp } from '#server/auth/factors/totp.ts'
import { withPerson } from '#server/auth/factors/with-person.ts'
import { requirePhone } from '#server/auth/http/addresses.ts'
import { name, readBody, text } from '#server/auth/http/body.ts'
import { type AuthRequest, json } from '#server/auth/http/request.ts'
import { factorsOf } from '#server/auth/people/factors-of.ts'
import type { FactorRow, Person } from '#server/auth/rows.ts'
import { audit } from '#server/clinic/audit.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

const enrollBody = z.object({ friendly_name: name, factor_type: text, issuer: name, phone: text })
type EnrollBody = z.infer<typeof enrollBody>

const typeNames: Record<FactorType, string> = { totp: 'TOTP', phone: 'Phone', webauthn: 'WebAuthn' }
const maxNameLength = 120

/** docs/contracts/auth.md 3.6 */
export async function enrollFactor(auth: Auth, request: AuthRequest): Promise<Response> {
  // authenticates before the body's checks
  await withPerson(auth, request, async () => undefined)
  const body = await readBody(request.raw, enrollBody)
  const type = requireType(auth, body)
  const answer = await withPerson(auth, request, async (tx, person) => {
    const { factor, shown } = await enroll(tx, auth, person, type, body)
    const details = { factor: factor.id, type }
    await audit(tx, 'auth.factor_in_progress', { type: 'user', id: person.user.id }, details)
    return { id: factor.id, type, friendly_name: factor.friendly_name, ...shown }
  })
  return json(answer)
}

function requireType(auth: Auth, body: EnrollBody): FactorType {
  const type = body.factor_type
  if (type !== 'totp' && type !== 'phone' && type !== 'webauthn') {
    throw invalid('factor_type needs to be totp, phone, or webauthn')
  }
  if (!auth.settings.mfa[type].enroll) {
    const message = `MFA enroll is disabled for ${typeNames[type]}`
    throw new AuthError(422, `mfa_${type}_enroll_not_enabled`, message)
  }
  if (body.friendly_name.length > maxNameLength || body.issuer.length > maxNameLength) {
    throw invalid(`A name cannot be longer than ${maxNameLength} characters`)
  }
  if (type === 'phone' && !body.phone) throw invalid('Phone number required to enroll Phone factor')
  return type
}

async function enroll(
  tx: Tx,
  auth: Auth,
  person: Person,
  type: FactorType,
  body: EnrollBody,
): Promise<{ factor: FactorRow; shown: object }> {
  const { user } = person
  const phone = type === 'phone' ? requirePhone(body.phone) : null
  if (phone) await removeUnverifiedPhone(tx, user.id, phone)
  await requireRoomForFactor(tx, auth, person, body.friendly_name)
  const id = crypto.randomUUID()
  const row = { id, user_id: user.id, factor_type: type, friendly_name: body.friendly_name }
  if (type === 'totp') {
    const issuer = body.issuer || new URL(auth.settings.siteUrl).host
    const totp = newTotp({ issuer, label: user.email ?? user.phone ?? '' })
    const secret = auth.secrets.seal(totp.secret, id)
    return { factor: await insertFactor(tx, auth, { ...row, secret }), shown: { totp } }
  }
  const factor = await insertFactor(tx, auth, { ...row, phone })
  return { factor, shown: phone ? { phone: body.phone } : {} }
}

async function removeUnverifiedPhone(tx: Tx, userId: string, phone: string): Promise<void> {
  const factors = await factorsOf(tx, userId)
  const same = factors.filter((factor) => factor.phone === phone)
  if (same.some(({ status }) => status === 'verified')) {
    throw new AuthError(
      422,
      'mfa_verified_factor_exists',
      'A verified phone factor already exists, unenroll the existing factor to continue',
    )
  }
  for (const { id } of same) await tx.deleteFrom('auth.mfa_factors').where('id', '=', id).execute()
}
