import pg from 'pg'
import { listenOnPostgres } from '#server/platform/database/listen.ts'
import { runEnteredStatement } from '#server/platform/pipeline/entered-transaction.ts'
import type { RestCaller, RestDatabase, RestRunOptions } from '#server/rest/database.ts'
import { requestSettings } from './request-settings.ts'
import { findSettingsInUse, type SettingsInUse } from './settings-in-use.ts'

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
  const catalog = async (sql: string, params: unknown[]): Promise<Record<string, unknown>[]> => {
    const { rows } = await pool.query(sql, params)
    return rows
  }
  let found: Promise<SettingsInUse> | undefined
  return {
    async run(caller, run, statement, after) {
      found ??= findSettingsInUse({ catalog })
      const inUse = await found
      return runEnteredStatement(pool, {
        entry: {
          statement: contextStatement(caller, run, { ...options, inUse }),
          // Postgres refuses a role that the login role may not use, and then skips the statement
          refuse: () => undefined,
        },
        statement,
        isFinal: run.isFinal || (run.isUnconditional && !inUse.setsResponse),
        after,
      })
    },
    catalog,
    listen: (channel, onMessage) =>
      listenOnPostgres(url, channel, (payload) => {
        found = undefined
        onMessage(payload)
      }),
    close: () => pool.end(),
  }
}

/** One statement for the caller's role and claims, and the settings that the database's code reads. */
export function contextStatement(
  caller: RoleCaller,
  run: RestRunOptions,
  { extraSearchPath = [], inUse }: Pick<RoleDatabaseOptions, 'extraSearchPath'> & { inUse: SettingsInUse },
): { sql: string; params: string[] } {
  const path = [run.schema, ...extraSearchPath]
    .map((schema) => `"${schema.replaceAll('"', '""')}"`)
    .join(', ')
  const settings: [name: string, value: string][] = [
    ['request.jwt.claims', JSON.stringify(caller.claims)],
    ...requestSettings(run.context, inUse.read),
    ['search_path', path],
    ['statement_timeout', String(run.timeoutMs ?? 0)],
    ...(run.timezone === undefined ? [] : [['timezone', run.timezone] as [string, string]]),
    ...(run.readOnly ? [['transaction_read_only', 'on'] as [string, string]] : []),
    ...(run.asyncCommit ? [['synchronous_commit', 'off'] as [string, string]] : []),
    // Last, because the role may not be allowed to set the others.
    ['role', caller.role],
  ]
  const calls = settings.map(([name], index) => `set_config('${name}', $${index + 1}, true)`)
  return { sql: `SELECT ${calls.join(', ')}`, params: settings.map(([, value]) => value) }
}
