import * as z from 'zod/mini'
import { audit } from '#server/platform/audit.ts'
import {
  findUserByEmail,
  isBanned,
  isConfirmed,
  lockUser,
  type UserRow,
  updateUser,
} from '../accounts/users.ts'
import type { Auth } from '../auth.ts'
import { readBody, text } from '../http/body.ts'
import { AuthError, invalid, tooManyRequests } from '../http/errors.ts'
import { type AuthRequest, audienceOf } from '../http/request.ts'
import { actAs, inTransaction } from '../http/transaction.ts'
import { forgetFailures, recordFailure, secondsUntilNextTry } from '../passwords/failures.ts'
import { needsRehash } from '../passwords/hashing.ts'
import { passwordWeakness } from '../passwords/policy.ts'
import { sessionResponse } from '../sessions/session-response.ts'
import { openSession } from '../sessions/sessions.ts'

const passwordBody = z.object({ email: text, phone: text, password: text })

const wrongCredentials = () => new AuthError(400, 'invalid_credentials', 'Invalid login credentials')

/**
 * POST /token?grant_type=password (auth-contract.md 3.3). Unknown address, no password and wrong password are
 * one answer at one cost (D3); a ban or an unconfirmed address shows only after the right password (D6).
 */
export async function passwordGrant(auth: Auth, request: AuthRequest): Promise<Response> {
  const body = await readBody(request.raw, passwordBody)
  const { settings } = auth
  if (body.email && body.phone) {
    throw invalid('Only an email address or phone number should be provided on login.')
  }
  if (!body.email && !body.phone) throw invalid('missing email or phone')
  if (body.phone) throw new AuthError(422, 'phone_provider_disabled', 'Phone logins are disabled')
  if (!settings.emailProvider)
    throw new AuthError(422, 'email_provider_disabled', 'Email logins are disabled')

  const email = body.email.trim().toLowerCase()
  const user = await findForSignIn(auth, request, email)
  const isRight = await auth.hasher.verify(user?.password_hash ?? null, body.password)
  if (!isRight || !user?.password_hash) {
    await inTransaction(auth, request, async (tx) => {
      await recordFailure(tx, email)
      await audit(tx, 'auth.login_failed', user && { type: 'user', id: user.id })
    })
    throw wrongCredentials()
  }
  if (isBanned(user, auth.sessionClock.now())) throw new AuthError(400, 'user_banned', 'User is banned')
  if (!isConfirmed(user) && !user.may_sign_in_unconfirmed) {
    throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed')
  }
  const rehashed = needsRehash(user.password_hash) ? await auth.hasher.hash(body.password) : null
  const grant = await inTransaction(auth, request, async (tx) => {
    const now = auth.services.clock.now()
    // the password may have been changed, or the person removed, while the hash was compared
    const current = await lockUser(tx, user.id)
    if (current?.password_hash !== user.password_hash) throw wrongCredentials()
    if (rehashed) await updateUser(tx, user.id, { password_hash: rehashed }, now)
    await forgetFailures(tx, email)
    await actAs(tx, user.id)
    await audit(tx, 'auth.login', { type: 'user', id: user.id }, { provider: 'email' })
    return openSession(tx, auth, request, current, 'password')
  })
  const weakness = passwordWeakness(body.password, { email }, settings.passwordMinLength)
  return sessionResponse(auth, grant, { weakness })
}

async function findForSignIn(auth: Auth, request: AuthRequest, email: string): Promise<UserRow | null> {
  const audience = audienceOf(request, auth.settings)
  return inTransaction(auth, request, async (tx) => {
    const user = await findUserByEmail(tx, email, audience)
    const next = { address: email, userId: user?.id ?? null, network: request.address }
    const waitSeconds = await secondsUntilNextTry(tx, next)
    if (waitSeconds > 0) throw tooManyRequests(waitSeconds)
    return user
  })
}
