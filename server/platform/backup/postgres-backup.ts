import { cp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { ownFolder } from '../data-directory/files.ts'
import { copyFiles, requireEmpty } from './back-up.ts'
import { type BackupManifest, countRows, hashFiles, manifestName, readManifest } from './manifest.ts'
import { runPostgresTool } from './postgres-tools.ts'
import { differences, refuseLaterMigrations } from './restore.ts'

/** Postgres' custom format. */
export const dumpName = 'database.dump'

interface Tools {
  /** The folder of `pg_dump` and `pg_restore`; null: found through PATH. */
  binaries: string | null
}

/**
 * Dumps a Postgres database and copies the data folder to a new folder, even while servers use them. Counts rows in the
 * dump's snapshot; removes a failed backup.
 * @param url of a role that reads every row: row-level security is forced, so the owner does not
 * @param to must not exist, or be empty
 * @param options.hasBucket uploaded files are in a bucket, which has its own backups
 * @throws Error with one line for the operator
 */
export async function backUpPostgres(
  url: string,
  dataDir: string,
  to: string,
  { now, hasBucket, binaries }: { now: Date; hasBucket: boolean } & Tools,
): Promise<BackupManifest> {
  await requireEmpty(to)
  try {
    // before and after the database, so that it includes every file named by a row
    if (!hasBucket) await copyFiles(dataDir, to)
    const counted = await dump(url, join(to, dumpName), binaries)
    if (!hasBucket) await copyFiles(dataDir, to)
    const manifest: BackupManifest = {
      format: 1,
      madeAt: now.toISOString(),
      ...counted,
      files: await hashFiles(to),
      uploads: hasBucket ? 'in a bucket' : 'included',
    }
    ownFolder(to)
    await writeFile(join(to, manifestName), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 })
    return manifest
  } catch (error) {
    await rm(to, { recursive: true, force: true })
    throw error
  }
}

async function dump(
  url: string,
  file: string,
  binaries: string | null,
): Promise<Pick<BackupManifest, 'rows' | 'migrations' | 'roles'>> {
  return withClient(url, async (client) => {
    await client.query('begin isolation level repeatable read read only')
    const { rows: snapshots } = await client.query<{ id: string }>('select pg_export_snapshot() as id')
    await runPostgresTool(
      'pg_dump',
      ['--format=custom', `--snapshot=${snapshots[0]?.id}`, `--file=${file}`],
      url,
      binaries,
    )
    const { rows: applied } = await client.query<{ name: string }>(
      'select name from migrations.applied order by name',
    )
    const { rows: roles } = await client.query<{ name: string }>(
      `select rolname as name from pg_catalog.pg_roles where rolname !~ '^pg_' and not rolsuper order by rolname`,
    )
    return {
      rows: await countRows(async (sql) => (await client.query(sql)).rows),
      migrations: applied.map(({ name }) => name),
      roles: roles.map(({ name }) => name),
    }
  })
}

/**
 * Restores a dump and the files, then verifies checksums and row counts.
 * @param url of a superuser on the empty database, on a server that has the roles
 * @throws Error with one line for the operator
 */
export async function restorePostgres(
  backup: string,
  url: string,
  dataDir: string,
  { binaries }: Tools,
): Promise<BackupManifest> {
  const manifest = await readManifest(backup)
  if (!manifest.roles) throw new Error(`${backup} is of the embedded database: unset DATABASE_URL`)
  refuseLaterMigrations(manifest)
  await requireEmptyDatabase(url, manifest.roles)
  await requireEmpty(dataDir)
  // verified first, because restoring takes longer
  const damaged = differences('file', manifest.files, await hashFiles(backup))
  if (damaged.length > 0) throw damagedBackup(damaged)
  await runPostgresTool(
    'pg_restore',
    ['--exit-on-error', '--jobs=2', `--dbname=${new URL(url).pathname.slice(1)}`, join(backup, dumpName)],
    url,
    binaries,
  )
  await cp(backup, dataDir, {
    recursive: true,
    filter: (path) => path !== join(backup, dumpName) && path !== join(backup, manifestName),
  })
  ownFolder(dataDir)
  const rows = await withClient(url, (client) => countRows(async (sql) => (await client.query(sql)).rows))
  const problems = differences('table', manifest.rows, rows)
  if (problems.length > 0) throw damagedBackup(problems)
  return manifest
}

/**
 * Creates a temporary database, with the backup's roles, for testing a restore.
 * @param server a superuser's connection string, for any database of that server
 * @returns its connection string, and a function that removes it
 */
export async function makeCheckDatabase(
  server: string,
  backup: string,
): Promise<{ url: string; remove(): Promise<void> }> {
  const { roles = [] } = await readManifest(backup)
  const name = `carefold_check_${crypto.randomUUID().slice(0, 8)}`
  await withClient(server, async (client) => {
    for (const role of roles) {
      const { rowCount } = await client.query('select from pg_catalog.pg_roles where rolname = $1', [role])
      if (!rowCount) await client.query(`create role ${client.escapeIdentifier(role)} nologin noinherit`)
    }
    await client.query(`create database ${name} template template0`)
  })
  return {
    url: Object.assign(new URL(server), { pathname: `/${name}` }).href,
    remove: () =>
      withClient(server, async (client) => {
        await client.query(`drop database if exists ${name} with (force)`)
      }),
  }
}

/** @throws Error unless nothing is in it, and its server has the roles that the dump grants to */
async function requireEmptyDatabase(url: string, roles: readonly string[]): Promise<void> {
  await withClient(url, async (client) => {
    const { rows } = await client.query<{ is_used: boolean; is_super: boolean; missing: string | null }>(
      `select exists (select from pg_catalog.pg_namespace where nspname in ('app', 'auth', 'migrations')) as is_used,
              (select rolsuper from pg_catalog.pg_roles where rolname = current_user) as is_super,
              (select min(name) from unnest($1::text[]) name
                where name in ('carefold_login', 'system')
                  and not exists (select from pg_catalog.pg_roles where rolname = name)) as missing`,
      [roles],
    )
    const [found] = rows
    if (found?.is_used) throw new Error('the database is not empty')
    if (!found?.is_super) throw new Error('only a superuser restores every row and owner')
    if (found.missing)
      throw new Error(
        `the server has no role ${found.missing}: run "npm run migrate" on another database of it`,
      )
  })
}

function damagedBackup(problems: string[]): Error {
  return new Error(`the backup is damaged: ${problems.slice(0, 5).join(', ')}; ${problems.length} in all`)
}

async function withClient<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
