import pg from 'pg'
import type { RestCaller, RestDatabase, RestRunOptions, RestTransaction } from './database.ts'

/** A caller as plain PostgREST knows one: a role of the database, and the token's claims. */
export interface RoleCaller extends RestCaller {
  role: string
  claims: Record<string, unknown>
}

export interface RoleDatabaseOptions {
  /** Searched behind the schema of the request. */
  extraSearchPath?: string[]
  poolSize?: number
  poolWaitMs?: number
}

/**
 * Any Postgres, with callers told apart by `set local role` alone: the door of the stand-alone server. Carefold's own
 * server has another, which looks the caller up (architecture.md "Who decides what").
 */
export function createRoleDatabase(
  url: string,
  options: RoleDatabaseOptions = {},
): RestDatabase<RoleCaller> & { close(): Promise<void> } {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.poolSize ?? 10,
    connectionTimeoutMillis: options.poolWaitMs ?? 10_000,
  })
  // an idle connection that breaks is replaced by the next request
  pool.on('error', () => undefined)
  return {
    async run(caller, run, work) {
      const client = await pool.connect()
      let broken: Error | undefined
      try {
        await client.query(run.readOnly ? 'BEGIN READ ONLY' : 'BEGIN')
        const { sql, params } = contextStatement(caller, run, options.extraSearchPath ?? [])
        await client.query(sql, params)
        const result = await work(transactionOn(client))
        await client.query('COMMIT')
        return result
      } catch (error) {
        await client.query('ROLLBACK').catch((failure: Error) => {
          broken = failure
        })
        throw error
      } finally {
        // a connection that cannot even roll back is not given to the next request
        client.release(broken)
      }
    },
    async catalogue(sql, params) {
      const { rows } = await pool.query(sql, params)
      return rows
    },
    listen: (channel, heard) => listen(url, channel, heard),
    close: () => pool.end(),
  }
}

/** Role, claims, limits and zone of one transaction, in one statement. */
export function contextStatement(caller: RoleCaller, run: RestRunOptions, extraSearchPath: string[]) {
  const path = [run.schema, ...extraSearchPath]
    .map((schema) => `"${schema.replaceAll('"', '""')}"`)
    .join(', ')
  const settings: [name: string, value: string][] = [
    ['request.jwt.claims', JSON.stringify(caller.claims)],
    ['search_path', path],
    ['statement_timeout', String(run.timeoutMs ?? 0)],
    ...(run.timezone === undefined ? [] : [['timezone', run.timezone] as [string, string]]),
    // last, because the role may not set the others
    ['role', caller.role],
  ]
  const calls = settings.map((_, index) => `set_config($${index * 2 + 1}, $${index * 2 + 2}, true)`)
  return { sql: `SELECT ${calls.join(', ')}`, params: settings.flat() }
}

function transactionOn(client: pg.PoolClient): RestTransaction {
  return {
    async query(sql, params) {
      const { rows, rowCount } = await client.query(sql, params)
      return { rows, affected: rowCount ?? 0 }
    },
  }
}

const reconnectMs = 1_000

/** Hears a channel on a connection of its own, and takes a new one when it breaks. */
async function listen(
  url: string,
  channel: string,
  heard: (payload: string) => void,
): Promise<() => Promise<void>> {
  let closed = false
  let client: pg.Client | undefined
  const open = async (): Promise<void> => {
    if (closed) return
    const next = new pg.Client({ connectionString: url })
    next.on('notification', ({ payload }) => heard(payload ?? ''))
    next.on('error', () => undefined)
    next.once('end', () => {
      if (!closed) setTimeout(() => void open().then(() => heard('')), reconnectMs).unref()
    })
    client = next
    try {
      await next.connect()
      await next.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
    } catch {
      await next.end().catch(() => undefined)
    }
  }
  await open()
  return async () => {
    closed = true
    await client?.end()
  }
}
