import { audit } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/doors.ts'
import type { Auth } from '../auth.ts'
import { emailExists } from '../http/errors.ts'
import { clearAllOneTimeTokens, clearOneTimeTokens } from '../links/one-time-tokens.ts'
import { endSessions } from '../sessions/sessions.ts'
import { markEmailVerified, saveEmailIdentity } from './identities.ts'
import { findUserByEmail, isConfirmed, mergeMetadata, type UserRow, updateUser } from './users.ts'

/**
 * A link or code from somebody's mailbox has been used: the address is theirs.
 *
 * @param isOwnSignUp the person confirms what they typed in themselves. Any other proof (recovery, sign-in
 *   link,
 *   invitation) on a still unconfirmed account ends the password and sessions of whoever made it, because
 * that may have
 *   been somebody else (threats.md T31).
 */
export async function proveEmail(
  tx: Tx,
  auth: Auth,
  user: UserRow,
  { isOwnSignUp }: { isOwnSignUp: boolean },
): Promise<UserRow> {
  const now = auth.services.clock.now()
  await clearOneTimeTokens(tx, user.id)
  if (isConfirmed(user)) {
    await audit(tx, 'auth.login', { type: 'user', id: user.id }, { provider: 'email' })
    return user
  }
  if (!isOwnSignUp) {
    await endSessions(tx, user.id)
    await updateUser(tx, user.id, { password_hash: null }, now)
  }
  await audit(tx, 'auth.user_signedup', { type: 'user', id: user.id }, { provider: 'email' })
  if (user.invited_at) await audit(tx, 'auth.invite_accepted', { type: 'user', id: user.id })
  await markEmailVerified(tx, user, now)
  return updateUser(tx, user.id, { email_confirmed_at: now, may_sign_in_unconfirmed: false }, now)
}

/**
 * One side of an e-mail change has confirmed.
 *
 * @returns the person with the new address, or null while the other side is still asked
 * @throws AuthError 422 `email_exists` when somebody else took the address meanwhile
 */
export async function confirmEmailChange(tx: Tx, auth: Auth, user: UserRow): Promise<UserRow | null> {
  const now = auth.services.clock.now()
  if (auth.settings.secureEmailChange && user.email && user.email_change_half === 0) {
    await updateUser(tx, user.id, { email_change_half: 1 }, now)
    return null
  }
  const email = user.new_email ?? ''
  const owner = await findUserByEmail(tx, email, user.aud)
  if (owner && owner.id !== user.id) throw emailExists()
  await clearAllOneTimeTokens(tx, user.id)
  await audit(tx, 'auth.user_modified', { type: 'user', id: user.id }, { changed: 'email' })
  await updateUser(
    tx,
    user.id,
    {
      email,
      email_confirmed_at: user.email_confirmed_at ?? now,
      new_email: null,
      email_change_half: 0,
      is_anonymous: false,
    },
    now,
  )
  await saveEmailIdentity(tx, { id: user.id, email, isVerified: true }, now)
  return mergeMetadata(tx, user.id, 'user_metadata', { email, email_verified: true }, now)
}
