import { cp, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { ownFolder } from '../data-directory/files.ts'
import { readMigrations } from '../database/migrations.ts'
import { openAndCount, requireEmpty } from './back-up.ts'
import { type BackupManifest, hashFiles, manifestName, readManifest } from './manifest.ts'

/**
 * Copies a backup into an empty data folder, then verifies checksums and row counts.
 * @throws Error with one line for the operator
 */
export async function restore(backup: string, dataDir: string): Promise<BackupManifest> {
  const manifest = await readManifest(backup)
  if (manifest.roles) throw new Error(`${backup} is a dump of Postgres: set DATABASE_URL`)
  refuseLaterMigrations(manifest)
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

/** @throws Error for a backup of a later version */
export function refuseLaterMigrations({ migrations }: Pick<BackupManifest, 'migrations'>): void {
  const known = new Set(readMigrations().map(({ name }) => name))
  const unknown = migrations.find((name) => !known.has(name))
  if (unknown) throw new Error(`this version does not know ${unknown}: restore with the later one`)
}

/** Describes entries that differ or exist on one side only, by kind and name. */
export function differences(
  kind: string,
  expected: Record<string, unknown>,
  found: Record<string, unknown>,
): string[] {
  const names = new Set([...Object.keys(expected), ...Object.keys(found)])
  return [...names]
    .filter((name) => JSON.stringify(expected[name]) !== JSON.stringify(found[name]))
    .map((name) => `${kind} ${name}`)
}
