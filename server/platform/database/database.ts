import { mkdirSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { PGlite } from '@electric-sql/pglite'
import { CompiledQuery, Kysely, PGliteDialect, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { DB } from '#db/types.generated.ts'
import type { Logger } from '../log.ts'
import { neverPrepare } from '../pipeline/pipeline.ts'
import { type EngineOptions, startEngine } from './embedded/engine.ts'
import { engineDialect } from './embedded/engine-dialect.ts'
import { type Listen, listenOnPostgres } from './listen.ts'
import type { OwnerConnection } from './migrations.ts'
import { date, int8, type PGliteSource, parseInt8, pgliteOptions } from './pglite-options.ts'
import { createProbe, watchedConnectMs, watchPulse } from './pulse.ts'

/** A connected engine: PGlite, or a Postgres server. Used only through `transactions.ts`. */
export interface Database {
  engine: 'pglite' | 'postgres'
  kysely: Kysely<DB>
  /** How many transactions can be open at once. */
  connections: number
  /** The connections to a Postgres server, for statements sent together; PGlite has one, which Kysely hands out. */
  pool?: pg.Pool
  /** Limits each statement of the current transaction where the engine cannot do it itself. */
  limitStatements?(timeoutMs: number | null): void
  listen: Listen
  /** Copies the embedded database's folder to a new one between two transactions: it opens as after a crash. */
  copyTo?(folder: string): Promise<void>
  /** Runs a script of several statements with its own begin and commit; rolls back if it fails. */
  script(sql: string): Promise<void>
  close(): Promise<void>
}

const loginStatement = 'set session authorization carefold_login'

/** A statement that takes longer than any of ours: the embedded database's engine is stuck. */
const stuckAfterMs = 60_000

/**
 * Opens the embedded database in a thread of its own, as the schema's owner.
 *
 * @param from.folder created if it is not there
 */
export async function openEmbedded(
  from: PGliteSource,
  options: EngineOptions,
): Promise<Database & { owner: OwnerConnection; becomeLogin(): Promise<void> }> {
  if (from.folder) mkdirSync(from.folder, { recursive: true, mode: 0o700 })
  const engine = await startEngine(from, { ...options, defaultLimitMs: stuckAfterMs })
  const kysely = new Kysely<DB>({ dialect: engineDialect(engine) })
  const owner: OwnerConnection = {
    execute: async (sql) => {
      await kysely.connection().execute(() => engine.turn().call({ kind: 'script', sql }))
    },
    query: async <Row>(sql: string) => {
      const { rows } = await kysely
        .connection()
        .execute(() => engine.turn().call({ kind: 'query', sql, params: [] }))
      return rows as Row[]
    },
  }
  return {
    engine: 'pglite',
    kysely,
    connections: 1,
    owner,
    becomeLogin: () => kysely.connection().execute(() => engine.prepare(loginStatement)),
    limitStatements: engine.limit,
    // each holds the connection, so that no transaction is mixed with it
    listen: async (channel, heard) => {
      const stop = await kysely.connection().execute(() => engine.listen(channel, heard))
      return () => kysely.connection().execute(() => stop())
    },
    ...(from.folder && {
      // holds the connection: the engine writes in statements only, and a commit is in its files before it is answered
      copyTo: (folder: string) =>
        kysely
          .connection()
          .execute(() =>
            cp(from.folder ?? '', folder, { recursive: true, errorOnExist: true, force: false }),
          ),
    }),
    script: (sql) =>
      kysely.connection().execute(async () => {
        const turn = engine.turn()
        try {
          await turn.call({ kind: 'script', sql })
        } catch (error) {
          await turn.call({ kind: 'script', sql: 'rollback' }).catch(() => undefined)
          throw error
        }
      }),
    close: () => engine.close(),
  }
}

/**
 * Opens PGlite in this thread, where nothing can end its statements: for tests and scripts.
 *
 * @param as `owner` for migrations; otherwise the login role, which may do nothing until it enters a transaction
 */
export async function openPGlite(
  from: PGliteSource,
  as: 'owner' | 'login' = 'login',
): Promise<Database & { pglite: PGlite }> {
  if (from.folder) mkdirSync(from.folder, { recursive: true, mode: 0o700 })
  const pglite = await PGlite.create(pgliteOptions(from))
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
  return { engine: 'pglite', kysely, connections: 1, pglite, listen, script, close }
}

/** Switches a PGlite from the owner to the login role, which the running server uses. */
export async function becomeLogin(pglite: PGlite): Promise<void> {
  await pglite.exec(loginStatement)
}

/**
 * Connects to a Postgres server with a pool.
 *
 * A superuser connection (development, tests) switches to the login role; any other must be granted the roles of
 * db/migrations/0001_create_roles_and_context.sql and own nothing.
 *
 * @param options.isWatched requests fail within seconds when the server hangs
 * @param options.isPooled a pooler in transaction mode is in between: nothing may stay on a connection
 * @param options.listenUrl where to listen; a pooler in transaction mode forwards no notifications
 */
export function openPostgres(
  url: string,
  options: {
    log: Logger
    max?: number
    as?: 'owner' | 'login'
    isWatched?: boolean
    isPooled?: boolean
    listenUrl?: string
  },
): Database {
  const connections = options.max ?? 10
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: options.isWatched ? watchedConnectMs : 10_000,
    types: { getTypeParser },
    // the pool waits for this before it hands the connection out
    onConnect: async (client) => {
      if (options.isPooled) neverPrepare(client)
      if (options.as !== 'owner') await prepareConnection(client)
    },
  })
  // a broken idle connection must not end the process; the next query opens a new one
  pool.on('error', (error) => options.log.warn('database.connection_lost', { error }))
  // nor a connection that breaks within a transaction, whose next statement fails anyway
  pool.on('connect', (client) => client.on('error', () => {}))
  const stopWatch = options.isWatched ? watchPulse(pool, createProbe(url), options.log) : () => {}
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
  const listen: Listen = (channel, onMessage) =>
    listenOnPostgres(options.listenUrl ?? url, channel, onMessage)
  const close = async () => {
    stopWatch()
    await kysely.destroy()
  }
  return { engine: 'postgres', kysely, connections, pool, listen, script, close }
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
  if (rows[0]?.is_superuser === 'on') await client.query(loginStatement)
}

/** Type parsers for `pg` connections outside the pool: values as PGlite returns them. */
export const getTypeParser: typeof pg.types.getTypeParser = ((oid: number, format?: 'text' | 'binary') => {
  if (oid === int8) return parseInt8
  if (oid === date) return (text: string) => text
  return pg.types.getTypeParser(oid, format as 'text')
}) as typeof pg.types.getTypeParser
