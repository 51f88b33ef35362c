import pg from 'pg'
import { listenOnPostgres } from '#server/platform/database/listen.ts'
import { runEnteredStatement } from '#server/platform/pipeline/entered-transaction.ts'
import type { RestCaller, RestDatabase, RestRunOptions } from '#server/rest/database.ts'
import { requestSettings } from './request-settings.ts'

export interface RoleCaller extends RestCaller {
  role: string
  claims: Record<string, unknown>
}

export interface RoleDatabaseOptions {
  /** Searched after the schema of the request. */
  extraSearchPath?: string[]
  poolSize?: number
  poolWaitMs?: number
}

/**
 * A role per transaction is the caller, as in PostgREST. Carefold's server looks the caller up instead
 * (ARCHITECTURE.md "Where rules are enforced").
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
  // The next request replaces a broken idle connection.
  pool.on('error', () => undefined)
  // A connection that breaks in a transaction fails its next statement anyway.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return {
    run: (caller, run, statement, after) =>
      runEnteredStatement(pool, {
        entry: {
          statement: contextStatement(caller, run, options.extraSearchPath ?? []),
          // Postgres refuses a role that the login role may not use.
          refuse: () => undefined,
        },
        statement,
        isFinal: run.isFinal,
        after,
      }),
    async catalog(sql, params) {
      const { rows } = await pool.query(sql, params)
      return rows
    },
    listen: (channel, onMessage) => listenOnPostgres(url, channel, onMessage),
    close: () => pool.end(),
  }
}

export function contextStatement(caller: RoleCaller, run: RestRunOptions, extraSearchPath: string[]) {
  const path = [run.schema, ...extraSearchPath]
    .map((schema) => `"${schema.replaceAll('"', '""')}"`)
    .join(', ')
  const settings: string[][] = [
    ['request.jwt.claims', JSON.stringify(caller.claims)],
    ...requestSettings(run.context),
    ['search_path', path],
    ['statement_timeout', String(run.timeoutMs ?? 0)],
    ...(run.timezone === undefined ? [] : [['timezone', run.timezone]]),
    ...(run.readOnly ? [['transaction_read_only', 'on']] : []),
    ...(run.asyncCommit ? [['synchronous_commit', 'off']] : []),
    // Last, because the role may not be allowed to set the others.
    ['role', caller.role],
  ]
  const calls = settings.map((_, index) => `set_config($${index * 2 + 1}, $${index * 2 + 2}, true)`)
  return { sql: `SELECT ${calls.join(', ')}`, params: settings.flat() }
}
