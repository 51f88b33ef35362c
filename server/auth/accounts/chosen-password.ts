import type { Tx } from '#server/platform/database/transactions.ts'
import type { Auth } from '../context/auth.ts'
import { AuthError, invalid } from '../errors.ts'
import type { AuthRequest } from '../http/request.ts'
import { requireAcceptablePassword } from '../passwords/policy.ts'
import { isConfirmed } from '../people/users.ts'
import type { UserRow } from '../rows.ts'
import { inTransaction } from '../transaction.ts'

/** The password of an account whose address is being proven for the first time. */
export interface ChosenPassword {
  /** False: the account's current password. True: replaces it. */
  isNew: boolean
  hash: string
}

/**
 * Checks the password sent along with the first proof of an address: the account's own, or a new one (docs/contracts/auth.md
 * D19). Not inside a transaction, because hashing takes time.
 * @param findOwner the owner of link or code; an AuthError for a wrong one
 * @returns null without a password, for proven addresses, and for an invited person
 * @throws AuthError 400 `current_password_invalid`, 422 `weak_password`, 400 `validation_failed` for both at once
 */
export async function readChosenPassword(
  auth: Auth,
  request: AuthRequest,
  given: { password: string; new_password: string },
  findOwner: (tx: Tx) => Promise<UserRow | AuthError>,
): Promise<ChosenPassword | null> {
  if (!given.password && !given.new_password) return null
  if (given.password && given.new_password) {
    throw invalid('Only the password of the sign-up or a new one should be provided on verify')
  }
  const owner = await inTransaction(auth, request, findOwner)
  if (isConfirmed(owner)) return null
  if (given.new_password) {
    requireAcceptablePassword(given.new_password, { email: owner.email }, auth.settings)
    return { isNew: true, hash: await auth.hasher.hash(given.new_password) }
  }
  if (owner.invited_at !== null) return null
  const hash = owner.password_hash
  if (!(await auth.hasher.verify(hash, given.password)) || hash === null) {
    throw new AuthError(400, 'current_password_invalid', 'This is not the password you signed up with.')
  }
  return { isNew: false, hash }
}
