import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Written last: a folder without it is an incomplete backup. */
export interface BackupManifest {
  format: 1
  madeAt: string
  migrations: string[]
  /** Roles of the server that was dumped. Absent for the embedded database. */
  roles?: string[]
  /** Row count by table. */
  rows: Record<string, number>
  /** By path in the backup, without the database. */
  files: Record<string, { bytes: number; sha256: string }>
  uploads: 'included' | 'in a bucket'
}

export const manifestName = 'manifest.json'

export const databaseFolder = 'db'

/** @throws Error when the folder holds no whole backup */
export async function readManifest(backup: string): Promise<BackupManifest> {
  const text = await readFile(join(backup, manifestName), 'utf8').catch(() => {
    throw new Error(`${backup} holds no whole backup: ${manifestName} is missing`)
  })
  const manifest = JSON.parse(text) as BackupManifest
  if (manifest.format !== 1) throw new Error(`${backup} was made by a later version`)
  return manifest
}

/** @param ask runs a statement as a role that reads every row */
export async function countRows(
  ask: (sql: string) => Promise<Record<string, unknown>[]>,
): Promise<Record<string, number>> {
  const tables = await ask(`
    select format('%I.%I', schemaname, tablename) as name from pg_catalog.pg_tables
     where schemaname <> 'information_schema' and schemaname !~ '^pg_' order by 1`)
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const [row] = await ask(`select count(*)::int as count from ${String(name)}`)
    counts[String(name)] = Number(row?.count ?? 0)
  }
  return counts
}

/** By path with `/`, without the database and the manifest. */
export async function hashFiles(folder: string): Promise<BackupManifest['files']> {
  const files: BackupManifest['files'] = {}
  for (const path of await pathsBelow(folder)) {
    const hash = createHash('sha256')
    let bytes = 0
    for await (const chunk of createReadStream(join(folder, path))) {
      hash.update(chunk as Buffer)
      bytes += (chunk as Buffer).length
    }
    files[path] = { bytes, sha256: hash.digest('hex') }
  }
  return files
}

async function pathsBelow(folder: string, inside = ''): Promise<string[]> {
  const paths: string[] = []
  for (const entry of await readdir(join(folder, inside), { withFileTypes: true })) {
    const path = inside ? `${inside}/${entry.name}` : entry.name
    if (path === databaseFolder || path === manifestName) continue
    if (entry.isDirectory()) paths.push(...(await pathsBelow(folder, path)))
    else if (entry.isFile()) paths.push(path)
  }
  return paths.sort()
}
