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

/** PGlite, or a Postgres server. Used only through `transactions.ts`. */
export interface Database {
  engine: 'pglite' | 'postgres'
  kysely: Kysely<DB>
  /** Maximum of concurrent transactions. */
  connections: number
  /** Kysely uses it too. PGlite has one connection. */
  pool: pg.Pool
  /** Limits each exchange of the current transaction where the engine ignores `statement_timeout`. */
  limitStatements?(timeoutMs: number | null): void
  listen: Listen
  /** Copies the embedded database's folder between two transactions. */
  copyTo?(folder: string): Promise<void>
  /** Runs statements with their own begin and commit; rolls back if one fails. */
  script(sql: string): Promise<void>
  close(): Promise<void>
}

const loginStatement = 'set session authorization carefold_login'

/** No statement of ours takes this long, so the embedded engine is stuck. */
const stuckAfterMs = 60_000

/** @param from.folder created if missing */
export async function openEmbedded(
  from: PGliteSource,
  options: EngineOptions,
): Promise<Database & { owner: OwnerConnection; becomeLogin(): Promise<void> }> {
  if (from.folder) mkdirSync(from.folder, { recursive: true, mode: 0o700 })
  let isLogin = false
  const engine = await startEngine(from, {
    ...options,
    defaultLimitMs: stuckAfterMs,
    // wakes listeners now instead of with the next statement
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
      // the engine writes in statements only, and a commit is in its files before it is answered
      copyTo: (folder: string) =>
        withClient(pool, () =>
          cp(from.folder ?? '', folder, { recursive: true, errorOnExist: true, force: false }),
        ),
    }),
    async close() {
      // rejects callers that wait for the connection, which the pool's end leaves pending
      await engine.close()
      if (!pool.ending) await pool.end()
    },
  }
}

/**
 * Opens PGlite in this thread, without statement timeouts: for tests and scripts.
 * @param as `owner` for migrations; otherwise the login role
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

/** Closing one closes the other. */
export function databaseOn(pglite: PGlite): Database & { pglite: PGlite } {
  const backend = {
    // waits for statements issued on the PGlite directly
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
          // the simple protocol, which a query without parameters uses, accepts several statements
          await client.query(sql)
        } catch (error) {
          await client.query('rollback')
          throw error
        }
      }),
  }
}

export async function becomeLogin(pglite: PGlite): Promise<void> {
  await pglite.exec(loginStatement)
}

/**
 * A superuser connection (development, tests) switches to the login role; any other must be granted the roles of
 * db/migrations/0001_roles_and_context.sql and own nothing.
 * @param options.isWatched requests fail within seconds when the server hangs
 * @param options.isPooled a pooler in transaction mode: session state is lost between transactions
 * @param options.listenUrl needed with a pooler, which forwards no notifications
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
 * Switches a new connection to the login role. Also frees a value of 1 MiB, which raises glibc's threshold for returning
 * memory to the system (mallopt(3), M_MMAP_THRESHOLD); otherwise each request releases and takes the same pages
 * (docs/decisions/0029).
 */
async function prepareConnection(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ is_superuser: string }>(
    `select current_setting('is_superuser') as is_superuser, length(repeat('x', 1048576))`,
  )
  if (rows[0]?.is_superuser === 'on') await client.query(loginStatement)
}
