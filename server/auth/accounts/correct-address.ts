import { AppError } from '#domain/errors.ts'
import type { Accounts, AddressMove } from '#server/clinic/accounts.ts'
import { audit } from '#server/clinic/audit.ts'
import { retryIfTaken } from '#server/platform/database/retry-if-taken.ts'
import type { Caller, Tx } from '#server/platform/database/transactions.ts'
import type { Auth } from '../context/auth.ts'
import { AuthError, tooManyRequests } from '../errors.ts'
import { startMailCooldown } from '../mails/mail-cooldown.ts'
import { sendAddressTaken, sendConfirmation, takeMailBudget } from '../mails/mails.ts'
import { clearAllOneTimeTokens } from '../one-time-tokens/one-time-tokens.ts'
import {
  clearFailures,
  isOnKnownNetwork,
  recordFailure,
  type SharedCounters,
  secondsUntilNextTry,
} from '../passwords/failures.ts'
import { emailIdentityData, saveEmailIdentity } from '../people/identities.ts'
import {
  findUserByEmail,
  isBanned,
  isConfirmed,
  lockUser,
  mergeMetadata,
  updateUser,
} from '../people/users.ts'
import type { UserRow } from '../rows.ts'
import { actAs, inTransaction } from '../transaction.ts'

type Correcting = Pick<Auth, 'services' | 'settings' | 'hasher' | 'sessionClock'>
type Given = Parameters<Accounts['correctAddress']>[1]
type OnMoved = Parameters<Accounts['correctAddress']>[2]

/** Implements `Accounts.correctAddress` (docs/decisions/0170). */
export async function correctAddress(
  auth: Correcting,
  caller: Caller,
  given: Given,
  onMoved: OnMoved,
): Promise<void> {
  const user = await requirePassword(auth, caller, given)
  if (isBanned(user, auth.sessionClock.now())) throw new AuthError(400, 'user_banned', 'User is banned')
  if (isConfirmed(user)) throw new AppError('address_confirmed')
  await retryIfTaken(() =>
    inTransaction(auth, caller, async (tx) => {
      const current = await lockUser(tx, user.id)
      if (!current || current.password_hash !== user.password_hash || current.email !== user.email) {
        throw new AuthError(409, 'conflict', 'The account was changed by another request')
      }
      if (isConfirmed(current)) throw new AppError('address_confirmed')
      await actAs(tx, user.id)
      await clearFailures(tx, given.email)
      const move = await mailTo(tx, auth, current, given)
      if (move) await onMoved(tx, move)
    }),
  )
}

/**
 * Counts wrong passwords together with those of sign-in.
 * @throws AuthError 400 `invalid_credentials`, also for an unknown address; 429 after too many wrong ones
 */
async function requirePassword(auth: Correcting, caller: Caller, given: Given): Promise<UserRow> {
  const shared: SharedCounters = { clinic: caller.clinic, limits: auth.settings.failedSignIns }
  const user = await inTransaction(auth, caller, async (tx) => {
    const [found, waitSeconds] = await Promise.all([
      findUserByEmail(tx, given.email, auth.settings.audience),
      secondsUntilNextTry(tx, given.email, shared),
    ])
    if (waitSeconds > 0 && !(await isOnKnownNetwork(tx, found?.id ?? null, caller.address))) {
      throw tooManyRequests(waitSeconds)
    }
    return found
  })
  const isRight = await auth.hasher.verify(user?.password_hash ?? null, given.password)
  if (isRight && user?.password_hash) return user
  await inTransaction(auth, caller, async (tx) => {
    await recordFailure(tx, given.email, shared)
    await audit(tx, 'auth.login_failed', user && { type: 'user', id: user.id })
  })
  throw new AuthError(400, 'invalid_credentials', 'Invalid login credentials')
}

/**
 * Moves the account to a free address and mails the code; the owner of a taken one gets a notice, and nothing is moved.
 * @returns null for a taken address, which the caller must not learn
 */
async function mailTo(tx: Tx, auth: Correcting, user: UserRow, given: Given): Promise<AddressMove | null> {
  const { services, settings } = auth
  const now = services.clock.now()
  const email = given.newEmail
  const target = { url: given.redirectTo, clinic: given.clinic }
  const seconds = Math.min(settings.resendSeconds, settings.mailIntervalSeconds)
  await startMailCooldown(tx, { kind: 'confirmation', address: email, now, seconds })
  await takeMailBudget(tx, auth, target.clinic)
  await audit(tx, 'auth.user_confirmation_requested', { type: 'user', id: user.id })
  if (await findUserByEmail(tx, email, settings.audience)) {
    await sendAddressTaken(tx, auth, { email, target })
    return null
  }
  await clearAllOneTimeTokens(tx, user.id)
  const nothingPending = { new_email: null, email_change_half: 0 }
  const corrected = { email, email_corrected_at: now, confirmation_reminders: 0, ...nothingPending }
  const moved = await updateUser(tx, user.id, corrected, now)
  await saveEmailIdentity(tx, { id: user.id, email, isVerified: false }, now)
  await mergeMetadata(tx, user.id, 'user_metadata', emailIdentityData(user.id, email, false), now)
  await audit(tx, 'auth.user_modified', { type: 'user', id: user.id }, { changed: 'email' })
  await sendConfirmation(tx, auth, { user: moved, email, target })
  return { accountId: user.id, from: user.email ?? '', to: email }
}
