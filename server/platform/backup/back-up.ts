import { access, cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { askServer } from '../data-directory/control.ts'
import { ownFolder } from '../data-directory/files.ts'
import { lockDataDirectory } from '../data-directory/lock.ts'
import { openPGlite } from '../database/database.ts'
import { type BackupManifest, countRows, databaseFolder, hashFiles, manifestName } from './manifest.ts'

const transient = /^(lock|lock\.next|control\.sock)$|\.part$/

/**
 * Copies a data folder and its embedded database to a new folder, even while a server uses them. Verifies the copy by
 * opening it; removes a failed backup.
 * @param to must not exist, or be empty
 * @param options.hasBucket uploaded files are in a bucket, which has its own backups
 * @throws Error with one line for the operator
 */
export async function backUp(
  dataDir: string,
  to: string,
  options: { now: Date; hasBucket: boolean },
): Promise<BackupManifest> {
  await access(join(dataDir, databaseFolder)).catch(() => {
    throw new Error(`${dataDir} holds no embedded database`)
  })
  await requireEmpty(to)
  try {
    return await copyAll(dataDir, to, options)
  } catch (error) {
    await rm(to, { recursive: true, force: true })
    throw error
  }
}

async function copyAll(
  dataDir: string,
  to: string,
  options: { now: Date; hasBucket: boolean },
): Promise<BackupManifest> {
  // before and after the database, so that it includes every file named by a row
  await copyFiles(dataDir, to)
  if (!(await askServer(dataDir, { copyDatabaseTo: join(to, databaseFolder) }))) {
    const lock = lockDataDirectory(dataDir)
    try {
      await cp(join(dataDir, databaseFolder), join(to, databaseFolder), { recursive: true })
    } finally {
      lock.release()
    }
  }
  await copyFiles(dataDir, to)
  const { rows, migrations } = await openAndCount(to)
  const manifest: BackupManifest = {
    format: 1,
    madeAt: options.now.toISOString(),
    migrations,
    rows,
    files: await hashFiles(to),
    uploads: options.hasBucket ? 'in a bucket' : 'included',
  }
  ownFolder(to)
  await writeFile(join(to, manifestName), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 })
  return manifest
}

/** @throws Error unless the folder is empty or absent; creates it for its owner only */
export async function requireEmpty(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty`)
}

/** Opens a database as its owner, which completes crash recovery, and counts its rows. */
export async function openAndCount(folder: string): Promise<Pick<BackupManifest, 'rows' | 'migrations'>> {
  const database = await openPGlite({ folder: join(folder, databaseFolder) }, 'owner')
  try {
    const { rows } = await sql<{ name: string }>`
      select name from migrations.applied order by name`.execute(database.kysely)
    const ask = async (statement: string) =>
      (await sql.raw<Record<string, unknown>>(statement).execute(database.kysely)).rows
    return { rows: await countRows(ask), migrations: rows.map(({ name }) => name) }
  } finally {
    await database.close()
  }
}

export async function copyFiles(from: string, to: string): Promise<void> {
  for (const name of await readdir(from)) {
    if (name === databaseFolder || transient.test(name)) continue
    await cp(join(from, name), join(to, name), {
      recursive: true,
      // stored files never change, so one copy is enough; keys may be replaced
      filter: (path) => !transient.test(path),
    }).catch((error: NodeJS.ErrnoException) => {
      // removed meanwhile
      if (error.code !== 'ENOENT') throw error
    })
  }
}
