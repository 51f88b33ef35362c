import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { PGlite } from '@electric-sql/pglite'
import { ConfigError } from '../config/config-error.ts'
import { DataDirectoryInUse, type DataDirectoryLock, lockDataDirectory } from '../data-directory/lock.ts'
import { type Database, openPGlite } from './database.ts'
import { migrate, ownerOfPGlite, readMigrations } from './migrations.ts'

/** Opens a migrated, empty PGlite from a cached dump, which is several times as fast as migrating. */
export async function openMigratedPGlite(): Promise<Database & { pglite: PGlite }> {
  return openPGlite({ dump: new Blob([new Uint8Array(readFileSync(await ensureMigratedDump()))]) }, 'login')
}

/**
 * Makes the dump unless it exists; concurrent processes wait for the one that makes it.
 * @throws ConfigError when the folder belongs to another account, which could have put anything into it
 */
export async function ensureMigratedDump(folder = ownFolder()): Promise<string> {
  const path = join(folder, `migrated-${migrationsFingerprint()}.tar`)
  while (!existsSync(path)) {
    const lock = lockFolder(folder)
    if (!lock) {
      await wait(100)
      continue
    }
    try {
      requireOwn(folder)
      if (!existsSync(path)) await makeDump(path)
    } finally {
      lock.release()
    }
  }
  requireOwn(folder)
  return path
}

/** Includes the month, for which the migrations create partitions. */
export function migrationsFingerprint(): string {
  const { dependencies } = JSON.parse(readFileSync(manifest, 'utf8'))
  const month = new Date().toISOString().slice(0, 7)
  const parts = [dependencies['@electric-sql/pglite'], dependencies['pg-boss'], month]
  for (const { checksum } of readMigrations()) parts.push(checksum)
  return createHash('sha256').update(parts.join()).digest('hex').slice(0, 16)
}

const manifest = fileURLToPath(new URL('../../../package.json', import.meta.url))

function ownFolder(): string {
  return join(tmpdir(), `carefold-${process.getuid?.() ?? 'own'}`)
}

function requireOwn(folder: string): void {
  // Windows has no owners
  if (process.getuid && lstatSync(folder).uid !== process.getuid()) {
    throw new ConfigError(`${folder} belongs to another account. Remove it, or set another TMPDIR.`)
  }
}

function lockFolder(folder: string): DataDirectoryLock | null {
  try {
    return lockDataDirectory(folder)
  } catch (error) {
    if (error instanceof DataDirectoryInUse) return null
    throw error
  }
}

async function makeDump(path: string): Promise<void> {
  const { pglite } = await openPGlite({}, 'owner')
  try {
    await migrate(ownerOfPGlite(pglite))
    // otherwise every start from the dump replays the migrations from the write-ahead log
    await pglite.exec('checkpoint')
    const dump = await pglite.dumpDataDir('none')
    // renamed into place, so that no process loads a partial file
    const part = `${path}.${process.pid}`
    writeFileSync(part, Buffer.from(await dump.arrayBuffer()), { mode: 0o600 })
    renameSync(part, path)
  } finally {
    await pglite.close()
  }
}
