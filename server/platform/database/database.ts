import { mkdirSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { PGlite } from '@electric-sql/pglite'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { DB } from '#db/types.generated.ts'
import type { Logger } from '../log.ts'
import { neverPrepare } from '../pipeline/pipeline.ts'
import { type EngineOptions, startEngine } from './embedded/engine.ts'
import { createEngineListen } from './embedded/engine-listen.ts'
import { createEnginePool } from './embedded/engine-pool.ts'
import { exchangeWith } from './embedded/exchange.ts'
import { type Listen, listenOnPostgres } from './listen.ts'
import type { OwnerConnection } from './migrations.ts'
import { type PGliteSource, pgliteOptions } from './pglite-options.ts'
import { getTypeParser } from './type-parsers.ts'
import { createProbe, watchDatabase, watchedConnectMs } from './watch-database.ts'

/** A connected engine: PGlite, or a Postgres server. Used only through `transactions.ts`. */
export interface Database {
  engine: 'pglite' | 'postgres'
  kysely: Kysely<DB>
  /** How many transactions can be open at once. */
  connections: number
  /** The connections, which Kysely uses too; PGlite has one. */
  pool: pg.Pool
  /** Limits each exchange of the current transaction where the engine cannot do it itself. */
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
  let isLogin = false
  const engine = await startEngine(from, {
    ...options,
    defaultLimitMs: stuckAfterMs,
    // whoever listens hears of it now, not with the next statement
    reopened: () => void pool.query('select').catch(() => undefined),
  })
  const pool = createEnginePool(engine.backend, async (client) => {
    if (isLogin) await client.query(loginStatement)
    await resume(client)
  })
  pool.on('release', () => engine.limit(null))
  const { listen, resume } = createEngineListen(pool)
  const owner: OwnerConnection = {
    execute: async (sql) => {
      await pool.query(sql)
    },
    query: async <Row>(sql: string) => (await pool.query(sql)).rows as Row[],
  }
  return {
    ...onPool(pool),
    engine: 'pglite',
    connections: 1,
    owner,
    async becomeLogin() {
      await pool.query(loginStatement)
      isLogin = true
      engine.startLimits()
    },
    limitStatements: engine.limit,
    listen,
    ...(from.folder && {
      // holds the connection: the engine writes in statements only, and a commit is in its files before it is answered
      copyTo: (folder: string) =>
        withClient(pool, () =>
          cp(from.folder ?? '', folder, { recursive: true, errorOnExist: true, force: false }),
        ),
    }),
    async close() {
      // refuses those who wait for the connection, whom a pool that ends would forget
      await engine.close()
      if (!pool.ending) await pool.end()
    },
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
  const backend = {
    // waits for statements of the PGlite itself
    exchange: ({ bytes }: { bytes: Uint8Array }) => pglite.runExclusive(() => exchangeWith(pglite, bytes)),
    // this thread ends with it
    ended: new Promise<never>(() => {}),
  }
  const pool = createEnginePool(
    async () => backend,
    (client) => resume(client),
  )
  const { listen, resume } = createEngineListen(pool)
  return {
    ...onPool(pool),
    engine: 'pglite',
    connections: 1,
    pglite,
    listen,
    async close() {
      if (!pool.ending) await pool.end()
      if (!pglite.closed) await pglite.close()
    },
  }
}

/** Holds a connection while `work` runs. */
export async function withClient<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    return await work(client)
  } finally {
    client.release()
  }
}

function onPool(pool: pg.Pool): Pick<Database, 'pool' | 'kysely' | 'script'> {
  return {
    pool,
    kysely: new Kysely<DB>({ dialect: new PostgresDialect({ pool }) }),
    script: (sql) =>
      withClient(pool, async (client) => {
        try {
          // without parameters the driver uses the simple protocol, which accepts several statements
          await client.query(sql)
        } catch (error) {
          await client.query('rollback')
          throw error
        }
      }),
  }
}

/** Switches a PGlite from the owner to the login role, which the running server uses. */
export async function becomeLogin(pglite: PGlite): Promise<void> {
  await pglite.exec(loginStatement)
}

/**
 * Connects to a Postgres server with a pool.
 *
 * A superuser connection (development, tests) switches to the login role; any other must be granted the roles of
 * db/migrations/0001_roles_and_context.sql and own nothing.
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
  const stopWatch = options.isWatched ? watchDatabase(pool, createProbe(url), options.log) : () => {}
  const listen: Listen = (channel, onMessage) =>
    listenOnPostgres(options.listenUrl ?? url, channel, onMessage)
  const close = async () => {
    stopWatch()
    if (!pool.ending) await pool.end()
  }
  return { ...onPool(pool), engine: 'postgres', connections, listen, close }
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
