import type { Tx } from '#server/platform/database/transactions.ts'
import type { Auth } from '../context/auth.ts'
import { AuthError } from '../errors.ts'
import type { AuthRequest } from '../http/request.ts'
import { lockUser } from '../people/users.ts'
import type { FactorRow, Person } from '../rows.ts'
import { loadPerson, requireClaims } from '../sessions/bearer.ts'
import { actAs, inTransaction } from '../transaction.ts'
import { requireFactor } from './factors.ts'

/**
 * Locks the bearer's person.
 * @throws AuthError bearer errors; 403 `no_authorization` for an anonymous person
 */
export async function withPerson<T>(
  auth: Auth,
  request: AuthRequest,
  step: (tx: Tx, person: Person) => Promise<T | AuthError>,
): Promise<Exclude<T, AuthError>> {
  const claims = await requireClaims(auth, request)
  return inTransaction(auth, request, async (tx) => {
    const person = await loadPerson(tx, auth, claims)
    if (person.user.is_anonymous) {
      throw new AuthError(403, 'no_authorization', 'Anonymous user not allowed to perform these actions')
    }
    await lockUser(tx, person.user.id)
    const current = await loadPerson(tx, auth, claims)
    await actAs(tx, current.user.id)
    return step(tx, current)
  })
}

export async function withFactor<T>(
  auth: Auth,
  request: AuthRequest,
  step: (tx: Tx, person: Person, factor: FactorRow) => Promise<T | AuthError>,
): Promise<Exclude<T, AuthError>> {
  return withPerson(auth, request, async (tx, person) =>
    step(tx, person, await requireFactor(tx, person.user.id, request.params[0] ?? '')),
  )
}
