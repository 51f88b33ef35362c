/**
 * Who asks. The data API needs one fact about a caller and hands the rest, untouched, to the database behind it:
 * which role and claims that means is decided there (ARCHITECTURE.md "Who decides what").
 */
export interface RestCaller {
  /** No (valid) token was sent. Decides 401 or 403 for a missing right, and which statement timeout applies. */
  anonymous: boolean
}

/** Every parameter is text; the statement casts it. */
export interface RestStatement {
  sql: string
  params: string[]
}

export type RestRows = Record<string, unknown>[]

export interface RestRunOptions {
  readOnly: boolean
  /** Nothing but the record of a read is written: its commit need not wait for the disk. */
  asyncCommit: boolean
  /** Nothing is left to decide after the statement: it may be committed in the same pipeline. */
  isFinal: boolean
  /** The exposed schema the request is about, for those who set a search path by it. */
  schema: string
  timeoutMs?: number
  /** `Prefer: timezone`, as sent: Postgres refuses one it does not know (22023). */
  timezone?: string
}

/** How the data API reaches Postgres: one transaction with the caller's role already set. */
export interface RestDatabase<Caller extends RestCaller = RestCaller> {
  /**
   * Runs one statement as the caller in a transaction of its own, and `after` with its rows before the commit; what that
   * throws rolls the transaction back and is thrown on. `send` sends a further statement, unless the first was final.
   */
  run<T>(
    caller: Caller,
    options: RestRunOptions,
    statement: RestStatement,
    after: (rows: RestRows, send: (more: RestStatement) => Promise<RestRows>) => T | Promise<T>,
  ): Promise<T>
  /** Reads the catalogue (no caller's data), as a role that may see all of it. */
  catalogue(sql: string, params: unknown[]): Promise<Record<string, unknown>[]>
  /** Hears `NOTIFY channel`; without it the schema cache is read once and on `reloadSchema()`. */
  listen?(channel: string, heard: (payload: string) => void): Promise<() => Promise<void>>
}

const brokenConnection = ['ECONNRESET', 'EPIPE']
const noConnection = ['ECONNREFUSED', 'ENOTFOUND', 'ENOENT', 'EHOSTUNREACH', 'ETIMEDOUT']

/**
 * Whether an error says that the database was not reached: none to connect to, no free connection in time, or one that
 * broke. Undefined for every other error.
 */
export function unreachableBecause(error: unknown): 'down' | 'pool-wait' | 'lost' | undefined {
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error ? String(error.code) : ''
  // node-postgres has no codes of its own
  if (error.message.includes('timeout exceeded when trying to connect')) return 'pool-wait'
  if (noConnection.includes(code)) return 'down'
  if (brokenConnection.includes(code) || error.message.startsWith('Connection terminated')) return 'lost'
  return undefined
}
