import { cp, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { ownFolder } from '../data-directory/files.ts'
import { readMigrations } from '../database/migrations.ts'
import { openAndCount, requireEmpty } from './back-up.ts'
import { type BackupManifest, hashFiles, manifestName, readManifest } from './manifest.ts'

/**
 * Copies a backup into an empty data folder, and proves it: every file by its checksum, every table by its rows.
 *
 * @throws Error with one line for the operator
 */
export async function restore(backup: string, dataDir: string): Promise<BackupManifest> {
  const manifest = await readManifest(backup)
  const known = new Set(readMigrations().map(({ name }) => name))
  const unknown = manifest.migrations.filter((name) => !known.has(name))
  if (unknown.length > 0)
    throw new Error(`this version does not know ${unknown[0]}: restore with the later one`)
  await requireEmpty(dataDir)
  for (const name of await readdir(backup)) {
    if (name !== manifestName) await cp(join(backup, name), join(dataDir, name), { recursive: true })
  }
  ownFolder(dataDir)
  const problems = [
    ...differences('file', manifest.files, await hashFiles(dataDir)),
    ...differences('table', manifest.rows, (await openAndCount(dataDir)).rows),
  ]
  if (problems.length > 0) {
    throw new Error(`the backup is damaged: ${problems.slice(0, 5).join(', ')}; ${problems.length} in all`)
  }
  return manifest
}

function differences(
  kind: string,
  expected: Record<string, unknown>,
  found: Record<string, unknown>,
): string[] {
  const names = new Set([...Object.keys(expected), ...Object.keys(found)])
  return [...names]
    .filter((name) => JSON.stringify(expected[name]) !== JSON.stringify(found[name]))
    .map((name) => `${kind} ${name}`)
}
