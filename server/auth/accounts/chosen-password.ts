import type { Tx } from '#server/platform/database/transactions.ts'
import type { Auth } from '../context/auth.ts'
import { AuthError, invalid } from '../errors.ts'
import type { AuthRequest } from '../http/request.ts'
import { requireAcceptablePassword } from '../passwords/policy.ts'
import { isConfirmed } from '../people/users.ts'
import type { UserRow } from '../rows.ts'
import { inTransaction } from '../transaction.ts'

/** The password of somebody who proves the address of an account for the first time. */
export interface ChosenPassword {
  /** False: the account's own, which the person knows. True: instead of it. */
  isNew: boolean
  hash: string
}

/**
 * Checks what a person says about the password of the account whose address they are about to prove: that they know it, or
 * that they want another (docs/contracts/auth.md D19). Not inside a transaction, because hashing takes time.
 *
 * @param findOwner the owner of link or code, which stays valid; an AuthError for a wrong one, so that the failed attempt is
 *   committed and nobody learns anything about a password without it
 * @returns null when nothing was said, for accounts whose address is proven already, and for the password of an invited person
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
  // an invited person's proof ends the password, so there is none to know
  if (owner.invited_at !== null) return null
  const hash = owner.password_hash
  if (!(await auth.hasher.verify(hash, given.password)) || hash === null) {
    throw new AuthError(400, 'current_password_invalid', 'This is not the password of the sign-up.')
  }
  return { isNew: false, hash }
}
