import { readFileSync } from 'node:fs'
import { openEmbedded } from '#server/platform/database/database.ts'
import { ensureMigratedDump } from '#server/platform/database/migrated-pglite.ts'
import { silentLogger } from '#server/platform/log.ts'
import { onPGlite, type TestDatabase } from './database.ts'

/**
 * The embedded database in a folder, with everything that a killed process has committed.
 * @param isNew makes an empty, migrated one
 */
export async function openDatabaseFolder(folder: string, isNew: boolean): Promise<TestDatabase> {
  const dump = isNew ? new Blob([new Uint8Array(readFileSync(await ensureMigratedDump()))]) : undefined
  const database = await openEmbedded({ folder, ...(dump && { dump }) }, { log: silentLogger })
  await database.becomeLogin()
  return onPGlite(database)
}
