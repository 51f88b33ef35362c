import type { Tx } from '#server/platform/database/transactions.ts'
import type { Auth } from '../context/auth.ts'
import { AuthError, tooManyRequests } from '../errors.ts'
import type { AuthRequest } from '../http/request.ts'
import { consumeCode } from '../one-time-tokens/one-time-tokens.ts'
import type { Person } from '../rows.ts'
import { methodsOf } from '../sessions/sessions.ts'
import { inTransaction } from '../transaction.ts'
import { clearFailures, recordFailure, secondsUntilNextTry } from './failures.ts'

type ProofContext = Pick<Auth, 'services' | 'settings' | 'hasher' | 'sessionClock'>
type Asked = Pick<AuthRequest, 'requestId' | 'address'>

const recentSignInMs = 24 * 3600 * 1000

export interface PasswordTerms {
  isSet: boolean
  needsCurrent: boolean
  /** The code of GET /reauthenticate. */
  needsNonce: boolean
}

/**
 * docs/contracts/auth.md 3.4, rows 9-12. Without a current password, a session older than a day needs a code from the
 * mailbox for a first password (docs/decisions/0026) or another address (docs/contracts/auth.md D20).
 */
export async function passwordTerms(
  auth: ProofContext,
  request: Asked,
  { user, session }: Person,
  { changes = 'password' }: { changes?: 'password' | 'address' } = {},
): Promise<PasswordTerms> {
  const { requireCurrentPassword, requireReauthentication } = auth.settings
  const methods = await inTransaction(auth, request, (tx) => methodsOf(tx, session.id))
  // people who forgot the password cannot enter it (docs/contracts/auth.md D16)
  const cameByMailbox =
    methods.some(({ method }) => proofsOfMailbox.includes(method)) &&
    // a code requested later does not change how the session began
    !methods.some(({ method }) => otherWaysIn.includes(method))
  const isSet = user.password_hash !== null
  const asksForPassword = requireCurrentPassword && !cameByMailbox
  const isOld = auth.sessionClock.now().getTime() - session.created_at.getTime() >= recentSignInMs
  // of the address that GET /reauthenticate sends to
  const confirmedAt = user.email ? user.email_confirmed_at : user.phone_confirmed_at
  const asksMailbox =
    (requireReauthentication && changes === 'password') || (asksForPassword && !isSet && confirmedAt !== null)
  return { isSet, needsCurrent: asksForPassword && isSet, needsNonce: isOld && asksMailbox }
}

const proofsOfMailbox = ['otp', 'magiclink', 'recovery', 'invite']
const otherWaysIn = ['password', 'oauth', 'sso/saml']

/**
 * Not inside a transaction.
 * @throws AuthError `reauthentication_needed`, `reauthentication_not_valid`, `current_password_required`,
 * `current_password_invalid` (docs/contracts/auth.md 3.4, rows 9-12)
 */
export async function requireFreshProof(
  auth: ProofContext,
  request: Asked,
  person: Person,
  given: { for: 'password' | 'address'; nonce: string; current_password: string },
): Promise<void> {
  const terms = await passwordTerms(auth, request, person, { changes: given.for })
  if (terms.needsNonce) {
    const change = given.for === 'password' ? 'Password' : 'Address'
    await checkNonce(auth, request, person, { nonce: given.nonce, act: `${change} update` })
  }
  if (!terms.needsCurrent) return
  const act = given.for === 'password' ? 'setting new password' : 'changing the email or phone'
  await checkCurrentPassword(auth, request, person, { password: given.current_password, act })
}

/**
 * Whatever the age of the session (docs/decisions/0127): the current password, or the code if there is none. Not inside a
 * transaction.
 * @returns the method of the proof, for the amr claim
 * @throws AuthError as `requireFreshProof` does
 */
export async function requireProofNow(
  auth: ProofContext,
  request: Asked,
  person: Person,
  given: { nonce: string; currentPassword: string },
): Promise<'password' | 'otp'> {
  const { needsCurrent } = await passwordTerms(auth, request, person)
  const act = 'confirming who you are'
  if (needsCurrent) {
    await checkCurrentPassword(auth, request, person, { password: given.currentPassword, act })
    return 'password'
  }
  await checkNonce(auth, request, person, { nonce: given.nonce, act: 'Confirming who you are' })
  return 'otp'
}

/**
 * The current password, however the session began. Not inside a transaction.
 * @throws AuthError `current_password_required`, `current_password_invalid`, also without a password; 429
 */
export async function requirePassword(
  auth: ProofContext,
  request: Asked,
  person: Person,
  given: { password: string; act: string },
): Promise<void> {
  await checkCurrentPassword(auth, request, person, given)
}

/** After a right one. */
export async function clearWrongPasswords(tx: Tx, userId: string): Promise<void> {
  await clearFailures(tx, failureKey(userId))
}

/** @throws AuthError `current_password_required`, `current_password_invalid`; 429 after too many wrong ones */
async function checkCurrentPassword(
  auth: ProofContext,
  request: Asked,
  { user }: Person,
  { password, act }: { password: string; act: string },
): Promise<void> {
  if (!password) {
    throw new AuthError(400, 'current_password_required', `Current password required when ${act}.`)
  }
  await requireNoWait(auth, request, user.id)
  if (!(await auth.hasher.verify(user.password_hash, password))) {
    await inTransaction(auth, request, (tx) => recordFailure(tx, failureKey(user.id)))
    throw new AuthError(400, 'current_password_invalid', 'Current password is incorrect.')
  }
}

/** Counted separately from sign-ins, because only a signed-in user can fail here. */
const failureKey = (userId: string) => `current password of ${userId}`

/** @throws AuthError 429 after too many wrong passwords (docs/threats.md T20) */
async function requireNoWait(auth: ProofContext, request: Asked, userId: string): Promise<void> {
  const seconds = await inTransaction(auth, request, (tx) => secondsUntilNextTry(tx, failureKey(userId)))
  if (seconds > 0) throw tooManyRequests(seconds)
}

/** @throws AuthError `reauthentication_needed`, `reauthentication_not_valid` */
async function checkNonce(
  auth: ProofContext,
  request: Asked,
  { user }: Person,
  { nonce, act }: { nonce: string; act: string },
): Promise<void> {
  if (!nonce) throw new AuthError(400, 'reauthentication_needed', `${act} requires reauthentication`)
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
