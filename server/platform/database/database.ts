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

/** A connected engine: PGlite in this process, or a Postgres server. Reached only through `transactions.ts`. */
export interface Database {
  engine: 'pglite' | 'postgres'
  kysely: Kysely<DB>
  /** The connections to a Postgres server, for statements that travel together; PGlite has no way between to save. */
  pool?: pg.Pool
  listen: Listen
  /** Runs a script of several statements that brings its own begin and commit; rolls back what it leaves open. */
  script(sql: string): Promise<void>
  close(): Promise<void>
}

const loginRole = 'carefold_login'

// Both drivers give the same values: 64-bit integers as numbers (money is far below 2^53), dates as text.
const int8 = 20
const date = 1082
function parseInt8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`integer ${text} does not fit a number`)
  return value
}

/** PGlite extensions that migrations may use; Postgres 15+ ships the same ones. */
export const pgliteExtensions = { citext, pg_trgm, pgcrypto }

/**
 * Opens PGlite.
 *
 * @param from a folder to keep the data in, or a dump of another instance (tests); nothing: memory only
 * @param as `owner` for migrations; otherwise the login role, which may do nothing until it enters
 */
export async function openPGlite(
  from: { folder?: string; dump?: Blob },
  as: 'owner' | 'login' = 'login',
): Promise<Database & { pglite: PGlite }> {
  if (from.folder) mkdirSync(from.folder, { recursive: true, mode: 0o700 })
  const pglite = await PGlite.create({
    ...(from.folder ? { dataDir: from.folder } : {}),
    ...(from.dump ? { loadDataDir: from.dump } : {}),
    extensions: pgliteExtensions,
    parsers: { [int8]: parseInt8, [date]: (text: string) => text },
    serializers: { [pgliteTypes.JSONB]: asJson, [pgliteTypes.JSON]: asJson },
  })
  if (as === 'login') await becomeLogin(pglite)
  const kysely = new Kysely<DB>({ dialect: new PGliteDialect({ pglite }) })
  const script = (sql: string) =>
    // the connection is held meanwhile, so that no transaction is mixed with the script
    kysely.connection().execute(async () => {
      try {
        await pglite.exec(sql)
      } catch (error) {
        await pglite.exec('rollback')
        throw error
      }
    })
  // the connection is held meanwhile, so that a transaction's rollback does not undo it
  const listen: Listen = async (channel, heard) => {
    const stop = await kysely.connection().execute(() => pglite.listen(channel, heard))
    return () => kysely.connection().execute(() => stop())
  }
  const close = async () => {
    await kysely.destroy()
    // kysely leaves open what it was never used for
    if (!pglite.closed) await pglite.close()
  }
  return { engine: 'pglite', kysely, pglite, listen, script, close }
}

/** Turns an owner's PGlite into the login role's: what the running server uses. */
export async function becomeLogin(pglite: PGlite): Promise<void> {
  await pglite.exec(`set session authorization ${loginRole}`)
}

/**
 * Connects to a Postgres server with a pool.
 *
 * A superuser connection (development, tests) steps down to the login role; any other must be granted the roles of
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
    // before anybody gets the connection; the pool waits for it
    onConnect: options.as === 'owner' ? () => {} : settleIn,
  })
  // an idle connection that breaks must not end the process; the next query opens a new one
  pool.on('error', (error) => options.log.warn('database.connection_lost', { error }))
  // nor one that breaks in the middle of a transaction, whose next statement fails anyway
  pool.on('connect', (client) => client.on('error', () => {}))
  const kysely = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  const script = (sql: string) =>
    kysely.connection().execute(async (connection) => {
      try {
        // without parameters the driver uses the simple protocol, which takes several statements
        await connection.executeQuery(CompiledQuery.raw(sql))
      } catch (error) {
        await connection.executeQuery(CompiledQuery.raw('rollback'))
        throw error
      }
    })
  const listen: Listen = (channel, heard) => listenOnPostgres(url, channel, heard)
  return { engine: 'postgres', kysely, pool, listen, script, close: () => kysely.destroy() }
}

/**
 * Makes a new connection the login role's, and lets its server process keep its memory.
 *
 * glibc hands free memory at the end of the heap back as soon as there are 128 KiB of it: a process then takes and returns
 * the same pages for every request. Once it has freed a block larger than that, it keeps up to twice the block's size
 * (mallopt(3), M_MMAP_THRESHOLD). So it is made to free one of a mebibyte, whatever the value is.
 */
async function settleIn(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ is_superuser: string }>(
    `select current_setting('is_superuser') as is_superuser, length(repeat('x', 1048576))`,
  )
  if (rows[0]?.is_superuser === 'on') await client.query(`set session authorization ${loginRole}`)
}

/** For `pg` connections of our own: values as PGlite gives them. */
export const getTypeParser: typeof pg.types.getTypeParser = ((oid: number, format?: 'text' | 'binary') => {
  if (oid === int8) return parseInt8
  if (oid === date) return (text: string) => text
  return pg.types.getTypeParser(oid, format as 'text')
}) as typeof pg.types.getTypeParser

// like node-postgres: text is taken as JSON already, anything else is written as JSON
function asJson(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
