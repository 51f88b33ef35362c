import { openPGlite } from '#server/platform/database/database.ts'
import { type OwnerConnection, ownerOfPGlite } from '#server/platform/database/migrations.ts'

/** The owner of an empty database, for tests that migrate one step by step. */
export async function openOwner(): Promise<{ owner: OwnerConnection; close(): Promise<void> }> {
  const database = await openPGlite({}, 'owner')
  return { owner: ownerOfPGlite(database.pglite), close: () => database.close() }
}
