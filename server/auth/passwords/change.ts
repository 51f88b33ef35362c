import { audit } from '#server/clinic/audit.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import type { Auth } from '../context/auth.ts'
import { AuthError } from '../errors.ts'
import { clearOneTimeTokens } from '../one-time-tokens/one-time-tokens.ts'
import { lockUser, updateUser } from '../people/users.ts'
import type { Person } from '../rows.ts'
import { endSessions } from '../sessions/sessions.ts'

export interface PasswordChange {
  newHash: string
  oldHash: string | null
}

/**
 * Not inside a transaction.
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

/** Ends the person's other sessions. */
export async function storePassword(
  tx: Tx,
  auth: Auth,
  { user, session }: Person,
  change: PasswordChange,
): Promise<void> {
  const current = await lockUser(tx, user.id)
  if (current?.password_hash !== change.oldHash) {
    throw new AuthError(409, 'conflict', 'The password was changed by another request')
  }
  await updateUser(tx, user.id, { password_hash: change.newHash }, auth.services.clock.now())
  await endSessions(tx, user.id, { except: session.id })
  await clearOneTimeTokens(tx, user.id)
  await audit(tx, 'auth.user_updated_password', { type: 'user', id: user.id })
}
