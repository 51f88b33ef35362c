import type { Tx } from '#server/platform/database/transactions.ts'
import { hashAddress } from '../http/addresses.ts'
import { clearAllOneTimeTokens } from '../one-time-tokens/one-time-tokens.ts'
import { updateUser } from '../people/users.ts'
import type { UserRow } from '../rows.ts'
import { endSessions } from '../sessions/sessions.ts'

/** @param options.soft retains the row, with hashes in place of address and number */
export async function removeUser(
  tx: Tx,
  user: UserRow,
  options: { soft: boolean; now: Date },
): Promise<void> {
  if (!options.soft) {
    await tx.deleteFrom('auth.users').where('id', '=', user.id).execute()
    return
  }
  if (user.deleted_at) return
  await endSessions(tx, user.id)
  await clearAllOneTimeTokens(tx, user.id)
  await tx.deleteFrom('auth.mfa_factors').where('user_id', '=', user.id).execute()
  await tx.deleteFrom('auth.identities').where('user_id', '=', user.id).execute()
  const hashed = (value: string | null) => value && hashAddress(value).toString('hex')
  await updateUser(
    tx,
    user.id,
    {
      email: hashed(user.email),
      phone: hashed(user.phone),
      new_email: null,
      new_phone: null,
      password_hash: null,
      user_metadata: '{}',
      app_metadata: '{}',
      deleted_at: options.now,
    },
    options.now,
  )
}
