import { audit } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import type { Auth } from '../context/auth.ts'
import { AuthError, tooManyRequests } from '../errors.ts'
import type { AuthRequest } from '../http/request.ts'
import { clearOneTimeTokens, consumeCode } from '../one-time-tokens/one-time-tokens.ts'
import { lockUser, updateUser } from '../people/users.ts'
import type { Person } from '../rows.ts'
import { endSessions, methodsOf } from '../sessions/sessions.ts'
import { inTransaction } from '../transaction.ts'
import { recordFailure, secondsUntilNextTry } from './failures.ts'

/** A checked new password, and the hash it was checked against. */
export interface PasswordChange {
  newHash: string
  oldHash: string | null
}

const recentSignInMs = 24 * 3600 * 1000

/** What a session must provide to change the password, or the address. */
export interface PasswordTerms {
  isSet: boolean
  needsCurrent: boolean
  /** The code of GET /reauthenticate. */
  needsNonce: boolean
}

/**
 * The terms of docs/contracts/auth.md 3.4, rows 9-12. A first password gives lasting access: without a current one to ask
 * for, a session older than a day needs a code from the mailbox, whatever the setting (docs/decisions/0026). The same for
 * another address (docs/contracts/auth.md D20).
 */
export async function passwordTerms(
  auth: Auth,
  request: AuthRequest,
  { user, session }: Person,
  { changes = 'password' }: { changes?: 'password' | 'address' } = {},
): Promise<PasswordTerms> {
  const { requireCurrentPassword, requireReauthentication } = auth.settings
  const methods = await inTransaction(auth, request, (tx) => methodsOf(tx, session.id))
  // people who forgot the password cannot enter it (docs/contracts/auth.md D16)
  const hasProvenMailbox = methods.some(({ method }) => proofsOfMailbox.includes(method))
  const isSet = user.password_hash !== null
  const asksForPassword = requireCurrentPassword && !hasProvenMailbox
  const isOld = auth.sessionClock.now().getTime() - session.created_at.getTime() >= recentSignInMs
  // of the address that GET /reauthenticate sends to
  const confirmedAt = user.email ? user.email_confirmed_at : user.phone_confirmed_at
  const asksMailbox =
    (requireReauthentication && changes === 'password') || (asksForPassword && !isSet && confirmedAt !== null)
  return { isSet, needsCurrent: asksForPassword && isSet, needsNonce: isOld && asksMailbox }
}

const proofsOfMailbox = ['otp', 'magiclink', 'recovery', 'invite']

/**
 * Requires what the terms ask for before a new password or another address. Not inside a transaction.
 *
 * @throws AuthError `reauthentication_needed`, `reauthentication_not_valid`, `current_password_required`,
 *   `current_password_invalid` (docs/contracts/auth.md 3.4, rows 9-12)
 */
export async function requireFreshProof(
  auth: Auth,
  request: AuthRequest,
  person: Person,
  given: { for: 'password' | 'address'; nonce: string; current_password: string },
): Promise<void> {
  const { user } = person
  const terms = await passwordTerms(auth, request, person, { changes: given.for })
  if (terms.needsNonce) await checkNonce(auth, request, person, given)
  if (!terms.needsCurrent) return
  if (!given.current_password) {
    const change = given.for === 'password' ? 'setting new password' : 'changing the email or phone'
    throw new AuthError(400, 'current_password_required', `Current password required when ${change}.`)
  }
  await requireNoWait(auth, request, user.id)
  if (!(await auth.hasher.verify(user.password_hash, given.current_password))) {
    await inTransaction(auth, request, (tx) => recordFailure(tx, failureKey(user.id)))
    throw new AuthError(400, 'current_password_invalid', 'Current password is incorrect.')
  }
}

/**
 * Hashes a new password. Not inside a transaction.
 *
 * @throws AuthError 422 `same_password` (docs/contracts/auth.md 3.4, row 13)
 */
export async function preparePasswordChange(
  auth: Auth,
  { user }: Person,
  password: string,
): Promise<PasswordChange> {
  const oldHash = user.password_hash
  if (oldHash && (await auth.hasher.verify(oldHash, password))) {
    throw new AuthError(422, 'same_password', 'New password should be different from the old password.')
  }
  return { newHash: await auth.hasher.hash(password), oldHash }
}

/** Stores the password and ends the person's other sessions. */
export async function storePassword(
  tx: Tx,
  auth: Auth,
  { user, session }: Person,
  change: PasswordChange,
): Promise<void> {
  const current = await lockUser(tx, user.id)
  if (current?.password_hash !== change.oldHash) {
    // a concurrent change invalidates the checks
    throw new AuthError(409, 'conflict', 'The password was changed by another request')
  }
  await updateUser(tx, user.id, { password_hash: change.newHash }, auth.services.clock.now())
  await endSessions(tx, user.id, { except: session.id })
  await clearOneTimeTokens(tx, user.id)
  await audit(tx, 'auth.user_updated_password', { type: 'user', id: user.id })
}

/** Counted separately from sign-ins, because only somebody signed in as the person can fail here. */
const failureKey = (userId: string) => `current password of ${userId}`

/** @throws AuthError 429 after too many wrong passwords (docs/threats.md T20) */
async function requireNoWait(auth: Auth, request: AuthRequest, userId: string): Promise<void> {
  const seconds = await inTransaction(auth, request, (tx) => secondsUntilNextTry(tx, failureKey(userId)))
  if (seconds > 0) throw tooManyRequests(seconds)
}

async function checkNonce(
  auth: Auth,
  request: AuthRequest,
  { user }: Person,
  given: { for: 'password' | 'address'; nonce: string },
): Promise<void> {
  const { nonce } = given
  if (!nonce) {
    const change = given.for === 'password' ? 'Password' : 'Address'
    throw new AuthError(400, 'reauthentication_needed', `${change} update requires reauthentication`)
  }
  await inTransaction(auth, request, async (tx) => {
    const token = await consumeCode(tx, {
      userId: user.id,
      kinds: ['reauthentication'],
      address: user.email ?? user.phone ?? '',
      code: nonce,
      now: auth.services.clock.now(),
      tries: auth.settings.codeTries,
    })
    return token
      ? undefined
      : new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid')
  })
}
