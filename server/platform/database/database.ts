import { mkdirSync } from 'node:fs'
import { PGlite, types as pgliteTypes } from '@electric-sql/pglite'
import { citext } from '@electric-sql/pglite/contrib/citext'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { pgcrypto } from '@electric-sql/pglite/contrib/pgcrypto'
import { CompiledQuery, Kysely, PGliteDialect, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { DB } from '#db/types.generated.ts'
import type { Logger } from '../log.ts'
import { type Listen, listenOnPostgres } from './listen.ts'
import { OwnerOnlyFiles } from './owner-only-files.ts'

/** A connected engine: PGlite in this process, or a Postgres server. Used only through `transactions.ts`. */
export interface Database {
  engine: 'pglite' | 'postgres'
  kysely: Kysely<DB>
  /** The connections to a Postgres server, for statements sent together; PGlite runs in this process, so it needs none. */
  pool?: pg.Pool
  listen: Listen
  /** Runs a script of several statements with its own begin and commit; rolls back if it fails. */
  script(sql: string): Promise<void>
  close(): Promise<void>
}

const loginRole = 'carefold_login'

// Both drivers return the same values: 64-bit integers as numbers (money is far below 2^53), dates as text.
const int8 = 20
const date = 1082
function parseInt8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`integer ${text} is too large for a number`)
  return value
}

/** PGlite extensions that migrations may use; Postgres 15+ ships the same. */
const pgliteExtensions = { citext, pg_trgm, pgcrypto }

/**
 * Opens PGlite.
 *
 * @param from a folder for the data, or a dump of another instance (tests); neither: memory only
 * @param as `owner` for migrations; otherwise the login role, which may do nothing until it enters a transaction
 */
export async function openPGlite(
  from: { folder?: string; dump?: Blob },
  as: 'owner' | 'login' = 'login',
): Promise<Database & { pglite: PGlite }> {
  if (from.folder) mkdirSync(from.folder, { recursive: true, mode: 0o700 })
  const pglite = await PGlite.create({
    ...(from.folder ? { fs: new OwnerOnlyFiles(from.folder) } : {}),
    ...(from.dump ? { loadDataDir: from.dump } : {}),
    extensions: pgliteExtensions,
    parsers: { [int8]: parseInt8, [date]: (text: string) => text },
    serializers: { [pgliteTypes.JSONB]: asJson, [pgliteTypes.JSON]: asJson },
  })
  if (as === 'login') await becomeLogin(pglite)
  return databaseOn(pglite)
}

/** The database in an open PGlite; closing one closes the other. */
export function databaseOn(pglite: PGlite): Database & { pglite: PGlite } {
  const kysely = new Kysely<DB>({ dialect: new PGliteDialect({ pglite }) })
  const script = (sql: string) =>
    // holds the connection, so that no transaction is mixed with the script
    kysely.connection().execute(async () => {
      try {
        await pglite.exec(sql)
      } catch (error) {
        await pglite.exec('rollback')
        throw error
      }
    })
  // holds the connection, so that a transaction's rollback does not undo it
  const listen: Listen = async (channel, onMessage) => {
    const stop = await kysely.connection().execute(() => pglite.listen(channel, onMessage))
    return () => kysely.connection().execute(() => stop())
  }
  const close = async () => {
    await kysely.destroy()
    // kysely does not close a connection it never used
    if (!pglite.closed) await pglite.close()
  }
  return { engine: 'pglite', kysely, pglite, listen, script, close }
}

/** Switches a PGlite from the owner to the login role, which the running server uses. */
export async function becomeLogin(pglite: PGlite): Promise<void> {
  await pglite.exec(`set session authorization ${loginRole}`)
}

/**
 * Connects to a Postgres server with a pool.
 *
 * A superuser connection (development, tests) switches to the login role; any other must be granted the roles of
 * db/migrations/0001_create_roles_and_context.sql and own nothing.
 */
export function openPostgres(
  url: string,
  options: { log: Logger; max?: number; as?: 'owner' | 'login' },
): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 10,
    connectionTimeoutMillis: 10_000,
    types: { getTypeParser },
    // the pool waits for this before it hands the connection out
    onConnect: options.as === 'owner' ? () => {} : prepareConnection,
  })
  // a broken idle connection must not end the process; the next query opens a new one
  pool.on('error', (error) => options.log.warn('database.connection_lost', { error }))
  // nor a connection that breaks within a transaction, whose next statement fails anyway
  pool.on('connect', (client) => client.on('error', () => {}))
  const kysely = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  const script = (sql: string) =>
    kysely.connection().execute(async (connection) => {
      try {
        // without parameters the driver uses the simple protocol, which accepts several statements
        await connection.executeQuery(CompiledQuery.raw(sql))
      } catch (error) {
        await connection.executeQuery(CompiledQuery.raw('rollback'))
        throw error
      }
    })
  const listen: Listen = (channel, onMessage) => listenOnPostgres(url, channel, onMessage)
  return { engine: 'postgres', kysely, pool, listen, script, close: () => kysely.destroy() }
}

/**
 * Switches a new connection to the login role, and makes its server process keep its memory (docs/decisions/0029).
 *
 * glibc returns free memory at the end of the heap to the system as soon as there are 128 KiB of it: a process then takes
 * and returns the same pages for every request. Once it has freed a larger block, it keeps up to twice that block's size
 * (mallopt(3), M_MMAP_THRESHOLD). So the first statement makes it allocate and free a value of 1 MiB.
 */
async function prepareConnection(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ is_superuser: string }>(
    `select current_setting('is_superuser') as is_superuser, length(repeat('x', 1048576))`,
  )
  if (rows[0]?.is_superuser === 'on') await client.query(`set session authorization ${loginRole}`)
}

/** Type parsers for `pg` connections outside the pool: values as PGlite returns them. */
export const getTypeParser: typeof pg.types.getTypeParser = ((oid: number, format?: 'text' | 'binary') => {
  if (oid === int8) return parseInt8
  if (oid === date) return (text: string) => text
  return pg.types.getTypeParser(oid, format as 'text')
}) as typeof pg.types.getTypeParser

// like node-postgres: text is taken as JSON, anything else is serialized
function asJson(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
