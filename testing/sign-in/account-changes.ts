import type { Updateable } from 'kysely'
import type { AuthUsers } from '#db/types.generated.ts'
import { updateUser } from '#server/auth/people/users.ts'
import type { TestDatabase } from '../database/database.ts'

/** With what follows from the change, as the auth service does it. */
export async function changeAccount(
  db: TestDatabase,
  userId: string,
  changes: Updateable<AuthUsers>,
): Promise<void> {
  await db.transactions.withSystem('test: account', (tx) => updateUser(tx, userId, changes, new Date()))
}
