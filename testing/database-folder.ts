import { readFileSync } from 'node:fs'
import { openEmbedded } from '#server/platform/database/database.ts'
import { ensureMigratedDump } from '#server/platform/database/migrated-pglite.ts'
import { createTransactions } from '#server/platform/database/transactions.ts'
import { silentLogger } from '#server/platform/log.ts'
import type { TestDatabase } from './database.ts'

/**
 * The embedded database in a folder, as a server opens it: what a killed process has committed is there for the next one.
 *
 * @param isNew makes an empty, migrated one
 */
export async function openDatabaseFolder(folder: string, isNew: boolean): Promise<TestDatabase> {
  const dump = isNew ? new Blob([new Uint8Array(readFileSync(await ensureMigratedDump()))]) : undefined
  const database = await openEmbedded({ folder, ...(dump && { dump }) }, { log: silentLogger })
  await database.becomeLogin()
  const transactions = createTransactions(database)
  return {
    database,
    transactions,
    // the thread has no owner any more; what the factories look up, the server itself may read
    asOwner: <Row>(sql: string, params: unknown[] = []) =>
      transactions.withSystemStatement('test', { sql, params: params as string[] }) as Promise<Row[]>,
    close: () => database.close(),
  }
}
