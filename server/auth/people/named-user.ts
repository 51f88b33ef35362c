import type { Tx } from '#server/platform/database/transactions.ts'
import { AuthError } from '../errors.ts'
import { isUuid } from '../http/is-uuid.ts'
import type { AuthRequest } from '../http/request.ts'
import type { UserRow } from '../rows.ts'
import { findUser } from './users.ts'

/**
 * @param find by default a softly deleted user is not found
 * @throws AuthError 404 `validation_failed`, `user_not_found`
 */
export async function requireNamedUser(
  tx: Tx,
  { params }: AuthRequest,
  find: typeof findUser = findUser,
): Promise<UserRow> {
  const id = params[0] ?? ''
  if (!isUuid(id)) throw new AuthError(404, 'validation_failed', 'user_id must be an UUID')
  const user = await find(tx, id)
  if (!user) throw new AuthError(404, 'user_not_found', 'User not found')
  return user
}
