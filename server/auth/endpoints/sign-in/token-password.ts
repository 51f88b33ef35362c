import * as z from 'zod/mini'
import type { Auth } from '#server/auth/context/auth.ts'
import { AuthError, invalid, tooManyRequests } from '#server/auth/errors.ts'
import { bareNumber } from '#server/auth/http/addresses.ts'
import { readBody, text } from '#server/auth/http/body.ts'
import { type AuthRequest, audienceOf, requestedClinic } from '#server/auth/http/request.ts'
import {
  clearFailures,
  isOnKnownNetwork,
  recordFailure,
  type SharedCounters,
  secondsUntilNextTry,
} from '#server/auth/passwords/failures.ts'
import { judgePasswordInside, judgePasswordOutside } from '#server/auth/passwords/password-attempt.ts'
import { passwordWeakness } from '#server/auth/passwords/policy.ts'
import {
  findUserByEmail,
  findUserByPhone,
  isBanned,
  lockUser,
  updateUser,
} from '#server/auth/people/users.ts'
import type { UserRow } from '#server/auth/rows.ts'
import { sessionResponse } from '#server/auth/sessions/session-response.ts'
import { openSession } from '#server/auth/sessions/sessions.ts'
import { actAs, inTransaction } from '#server/auth/transaction.ts'
import { audit } from '#server/clinic/audit.ts'

const passwordBody = z.object({ email: text, phone: text, password: text })

const wrongCredentials = () => new AuthError(400, 'invalid_credentials', 'Invalid login credentials')

/**
 * docs/contracts/auth.md 3.3. Unknown address, no password and wrong password have the same answer and cost
 * (docs/contracts/auth.md D3); a ban or an unconfirmed address is reported only with the right password
 * (docs/contracts/auth.md D6).
 */
export async function passwordGrant(auth: Auth, request: AuthRequest): Promise<Response> {
  const body = await readBody(request.raw, passwordBody)
  const { settings } = auth
  if (body.email && body.phone) {
    throw invalid('Only an email address or phone number should be provided on login.')
  }
  if (!body.email && !body.phone) throw invalid('missing email or phone')
  if (body.phone && !settings.phoneProvider) {
    throw new AuthError(422, 'phone_provider_disabled', 'Phone logins are disabled')
  }
  if (body.email && !settings.emailProvider) {
    throw new AuthError(422, 'email_provider_disabled', 'Email logins are disabled')
  }

  const provider = body.phone ? 'phone' : 'email'
  const address = body.phone ? bareNumber(body.phone) : body.email.trim().toLowerCase()
  const shared: SharedCounters = {
    clinic: requestedClinic(request, auth.services.config.appDomain),
    limits: settings.failedSignIns,
  }
  const user = await findForSignIn(auth, request, provider, { address, shared })
  const isRight = await auth.hasher.verify(user?.password_hash ?? null, body.password)
  const attempt = user && { userId: user.id, isRight: isRight && user.password_hash !== null }
  if (!isRight || !user?.password_hash) {
    await inTransaction(auth, request, async (tx) => {
      await Promise.all([
        recordFailure(tx, address, shared),
        audit(tx, 'auth.login_failed', user && { type: 'user', id: user.id }),
      ])
      return attempt ? judgePasswordInside(tx, auth, attempt) : undefined
    })
    if (attempt) await judgePasswordOutside(auth, request, attempt)
    throw wrongCredentials()
  }
  if (attempt) await judgePasswordOutside(auth, request, attempt)
  if (isBanned(user, auth.sessionClock.now())) throw new AuthError(400, 'user_banned', 'User is banned')
  if (provider === 'phone' && !user.phone_confirmed_at) {
    throw new AuthError(400, 'phone_not_confirmed', 'Phone not confirmed')
  }
  if (provider === 'email' && !user.email_confirmed_at && !user.may_sign_in_unconfirmed) {
    throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed')
  }
  const rehashed = auth.hasher.needsRehash(user.password_hash) ? await auth.hasher.hash(body.password) : null
  const grant = await inTransaction(auth, request, async (tx) => {
    const now = auth.services.clock.now()
    const [current] = await Promise.all([lockUser(tx, user.id), actAs(tx, user.id)])
    if (current?.password_hash !== user.password_hash) throw wrongCredentials()
    const refusal = attempt && (await judgePasswordInside(tx, auth, attempt))
    if (refusal) return refusal
    if (rehashed) await updateUser(tx, user.id, { password_hash: rehashed }, now)
    const [grant] = await Promise.all([
      openSession(tx, auth, request, current, 'password', { provider }),
      clearFailures(tx, address),
      audit(tx, 'auth.login', { type: 'user', id: user.id }, { provider }),
    ])
    return grant
  })
  const weakness = passwordWeakness(body.password, { email: user.email }, settings)
  return sessionResponse(auth, grant, { weakness })
}

async function findForSignIn(
  auth: Auth,
  request: AuthRequest,
  provider: 'email' | 'phone',
  { address, shared }: { address: string; shared: SharedCounters },
): Promise<UserRow | null> {
  const audience = audienceOf(request, auth.settings)
  const find = provider === 'phone' ? findUserByPhone : findUserByEmail
  return inTransaction(auth, request, async (tx) => {
    const [user, waitSeconds] = await Promise.all([
      find(tx, address, audience),
      secondsUntilNextTry(tx, address, shared),
    ])
    if (waitSeconds > 0 && !(await isOnKnownNetwork(tx, user?.id ?? null, request.address))) {
      throw tooManyRequests(waitSeconds)
    }
    return user
  })
}
