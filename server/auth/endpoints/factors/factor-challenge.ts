import * as z from 'zod/mini'
import type { Auth } from '#server/auth/context/auth.ts'
import { invalid } from '#server/auth/errors.ts'
import { type ChallengeRow, expiryOf, insertChallenge } from '#server/auth/factors/challenges.ts'
import { requireMayVerify } from '#server/auth/factors/may-verify.ts'
import { creationOptions, requestOptions } from '#server/auth/factors/webauthn.ts'
import { withFactor } from '#server/auth/factors/with-person.ts'
import { readBody, text } from '#server/auth/http/body.ts'
import { type AuthRequest, json } from '#server/auth/http/request.ts'
import { factorsOf } from '#server/auth/people/factors-of.ts'
import type { FactorRow } from '#server/auth/rows.ts'
import { newSmsCode, sendSmsCode } from '#server/auth/sms/send-sms-code.ts'
import { startSmsCooldown, takeSmsBudget } from '#server/auth/sms/sms-limits.ts'
import { audit } from '#server/clinic/audit.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

const challengeBody = z.object({ channel: text })

/** docs/contracts/auth.md 3.6 */
export async function challengeFactor(auth: Auth, request: AuthRequest): Promise<Response> {
  const body = await readBody(request.raw, challengeBody, {})
  const answer = await withFactor(auth, request, async (tx, person, factor) => {
    await requireMayVerify(tx, auth, person, factor)
    const { challenge, shown } = await ask(tx, auth, request, factor, body.channel)
    const details = { factor: factor.id, type: factor.factor_type }
    await audit(tx, 'auth.challenge_created', { type: 'user', id: person.user.id }, details)
    return { id: challenge.id, type: factor.factor_type, expires_at: expiryOf(challenge, auth), ...shown }
  })
  return json(answer)

  async function ask(
    tx: Tx,
    auth: Auth,
    request: AuthRequest,
    factor: FactorRow,
    channel: string,
  ): Promise<{ challenge: ChallengeRow; shown: object }> {
    const id = crypto.randomUUID()
    if (factor.phone !== null) {
      const code_hash = await sendCode(tx, auth, { phone: factor.phone, challengeId: id, channel })
      return { challenge: await insertChallenge(tx, auth, request, factor, { id, code_hash }), shown: {} }
    }
    if (factor.factor_type === 'webauthn') {
      const webauthn = await passkeyOptions(tx, auth, factor)
      const webauthn_challenge = webauthn.credential_options.publicKey.challenge
      const asked = { id, webauthn_challenge }
      return { challenge: await insertChallenge(tx, auth, request, factor, asked), shown: { webauthn } }
    }
    return { challenge: await insertChallenge(tx, auth, request, factor, { id }), shown: {} }
  }
}

/** @returns the code's keyed hash, as stored (docs/contracts/auth.md D14) */
async function sendCode(
  tx: Tx,
  auth: Auth,
  { phone, challengeId, channel }: { phone: string; challengeId: string; channel: string },
): Promise<Buffer> {
  if (channel && channel !== 'sms') throw invalid("Invalid channel, supported values are 'sms'")
  await startSmsCooldown(tx, auth, phone)
  await takeSmsBudget(tx, auth)
  const code = newSmsCode(auth, phone)
  await sendSmsCode(tx, auth, { phone, code, template: 'second-factor' })
  return auth.secrets.digest(code, challengeId)
}

async function passkeyOptions(tx: Tx, auth: Auth, factor: FactorRow) {
  const factors = await factorsOf(tx, factor.user_id)
  if (factor.status === 'verified') {
    const publicKey = await requestOptions(auth, factors)
    return { type: 'request', credential_options: { publicKey } } as const
  }
  const user = await tx
    .selectFrom('auth.users')
    .selectAll()
    .where('id', '=', factor.user_id)
    .executeTakeFirstOrThrow()
  const publicKey = await creationOptions(auth, user, factors)
  return { type: 'create', credential_options: { publicKey } } as const
}
