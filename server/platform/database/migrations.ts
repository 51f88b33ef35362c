import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { getConstructionPlans, getMigrationPlans } from 'pg-boss'
import { ConfigError } from '../config/config-error.ts'

/** Runs SQL as the owner of the schema, also several statements separated by `;`. */
export interface OwnerConnection {
  execute(sql: string): Promise<void>
  query<Row>(sql: string): Promise<Row[]>
}

export interface Migration {
  name: string
  sql: string
  checksum: string
}

const folder = fileURLToPath(new URL('../../../db/migrations/', import.meta.url))

/**
 * `NNNN_subject.sql` up to the first release, `NNNN_verb_noun.sql` since. Forward only; a released one is never edited
 * (docs/decisions/0160).
 */
export function readMigrations(from: string = folder): Migration[] {
  return readdirSync(from)
    .filter((file) => /^\d{4}_[a-z0-9_]+\.sql$/.test(file))
    .sort()
    .map((name) => {
      // a checkout on Windows has other line ends, and must have the same checksums
      const sql = readFileSync(join(from, name), 'utf8').replaceAll('\r\n', '\n')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    })
}

/** pg-boss' schema; installed here because the login role may not create tables. */
export const jobSchema = 'jobs'

/** Every request to the table queues behind a migration that waits for its lock. */
const lockTimeout = '200ms'
const mostTries = 200
const pauseMs = 500

/**
 * Applies missing migrations, each in its own transaction; starting servers take turns. Releases a contended lock after 200
 * ms and retries.
 * `-- in batches` marks a statement that returns its row count (`changed`). It is repeated in new transactions until that is
 * 0 (docs/reliability.md F11), and needs an index of the remaining rows.
 * `-- one by one` marks statements that block neither reads nor writes, such as `create index concurrently`. Each runs
 * outside a transaction, and an interruption repeats all of them.
 * @returns the names applied now
 * @throws ConfigError when the database has other migrations than these, or a lock is never free
 */
export async function migrate(
  connection: OwnerConnection,
  migrations: readonly Migration[] = readMigrations(),
): Promise<string[]> {
  await connection.execute(`
    create schema if not exists migrations;
    create table if not exists migrations.applied (
      name text primary key, checksum text not null, applied_at timestamptz not null default now());`)
  await connection.execute('select pg_advisory_lock(7260155301)')
  try {
    // leaves the other cores to requests
    await connection.execute(
      `set lock_timeout = '${lockTimeout}'; set max_parallel_maintenance_workers = 0; set timezone = 'UTC'`,
    )
    const applied = await connection.query<{ name: string; checksum: string }>(
      'select name, checksum from migrations.applied order by name',
    )
    requireSameHistory(applied, migrations)
    const done = new Set(applied.map((row) => row.name))
    const missing = migrations.filter((migration) => !done.has(migration.name))
    for (const { name, sql, checksum } of missing) {
      const record = `insert into migrations.applied (name, checksum) values ('${name}', '${checksum}');`
      if (sql.startsWith(inBatches)) {
        while ((await giveWay(name, () => changedBy(connection, sql))) > 0);
        await connection.execute(record)
      } else if (sql.startsWith(oneByOne)) {
        for (const statement of statementsOf(sql)) await withoutTimeout(connection, statement)
        await connection.execute(record)
      } else {
        await giveWay(name, () => inTransaction(connection, () => connection.execute(`${sql}\n;${record}`)))
      }
    }
    await installJobs(connection)
    // reloads the schema of running servers, also without an event trigger (db/migrations/0001_roles_and_context.sql)
    if (missing.length > 0) await connection.execute(`notify pgrst, 'reload schema'`)
    return missing.map((migration) => migration.name)
  } finally {
    // a lost connection has released both; its error is the one to report
    await connection
      .execute(
        'reset lock_timeout; reset max_parallel_maintenance_workers; reset timezone; select pg_advisory_unlock(7260155301)',
      )
      .catch(() => undefined)
  }
}

const inBatches = '-- in batches'
const oneByOne = '-- one by one'

/** No statement is a function body. */
const statementsOf = (sql: string) =>
  sql
    .replaceAll(/^--.*$/gm, '')
    .split(/;$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')

async function withoutTimeout(connection: OwnerConnection, statement: string): Promise<void> {
  await connection.execute('set lock_timeout = 0')
  await connection.execute(statement)
  await connection.execute(`set lock_timeout = '${lockTimeout}'`)
}

async function changedBy(connection: OwnerConnection, sql: string): Promise<number> {
  const [row] = await connection.query<{ changed: number | string }>(sql)
  return Number(row?.changed ?? 0)
}

async function giveWay<T>(name: string, step: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await step()
    } catch (error) {
      if ((error as { code?: string }).code !== '55P03') throw error
      if (tries === mostTries)
        throw new ConfigError(
          `Migration ${name} found its tables in use ${mostTries} times: end long transactions (pg_stat_activity) and start it again.`,
        )
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
}

/** Every database made before a squash has one of these migrations, and none made since. */
const appliedBeforeSquash = ['0002_create_audit_log.sql', '0004_create_request_entry.sql']

function requireSameHistory(
  applied: { name: string; checksum: string }[],
  migrations: readonly Migration[],
): void {
  if (applied.some(({ name }) => appliedBeforeSquash.includes(name))) {
    throw new ConfigError(
      'The database was made before version 0.3.0, the first release, and cannot be migrated: export what you need with the program that made it, then delete the folder "db" in DATA_DIR (.data/db by default) or set DATABASE_URL to an empty database.',
    )
  }
  const known = new Map(migrations.map(({ name, checksum }) => [name, checksum]))
  for (const { name, checksum } of applied) {
    if (!known.has(name))
      throw new ConfigError(
        `Migration ${name} is applied, but its file is gone: the database was made by another version.`,
      )
    if (known.get(name) !== checksum)
      throw new ConfigError(
        `Migration ${name} was edited after it was applied. Restore the file and change the schema in a new migration.`,
      )
  }
}

async function inTransaction(connection: OwnerConnection, run: () => Promise<void>): Promise<void> {
  await connection.execute('begin')
  try {
    await run()
    await connection.execute('commit')
  } catch (error) {
    await connection.execute('rollback')
    throw error
  }
}

async function installJobs(connection: OwnerConnection): Promise<void> {
  const [found] = await connection.query<{ present: boolean }>(
    `select to_regclass('${jobSchema}.version') is not null as present`,
  )
  if (!found?.present) {
    await connection.execute(getConstructionPlans(jobSchema))
  } else {
    const [row] = await connection.query<{ version: number }>(`select version from ${jobSchema}.version`)
    const plans = upgradePlans(row?.version)
    if (plans) await connection.execute(plans)
  }
  await connection.execute(`
    grant usage on schema ${jobSchema} to system;
    grant select, insert, update, delete on all tables in schema ${jobSchema} to system;
    grant execute on all functions in schema ${jobSchema} to system;`)
}

function upgradePlans(version: number | undefined): string | null {
  try {
    return getMigrationPlans(jobSchema, version) || null
  } catch {
    // pg-boss throws when its schema is already the newest
    return null
  }
}

export function ownerOfPGlite(pglite: PGlite): OwnerConnection {
  return {
    execute: async (sql) => {
      await pglite.exec(sql)
    },
    query: async <Row>(sql: string) => (await pglite.query<Row>(sql)).rows,
  }
}

export async function migratePostgres(
  ownerUrl: string,
  migrations?: readonly Migration[],
): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerUrl })
  // a lost connection fails the pending statement, and must not end the process
  client.on('error', () => undefined)
  await client.connect()
  try {
    const connection: OwnerConnection = {
      execute: async (sql) => {
        await client.query(sql)
      },
      query: async <Row>(sql: string) => (await client.query(sql)).rows as Row[],
    }
    return await migrate(connection, migrations)
  } finally {
    await client.end()
  }
}
