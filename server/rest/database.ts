import type { CatalogDatabase } from './catalog/catalog-database.ts'
import type { RequestContext } from './request/read-request.ts'

/**
 * The caller. The data API needs one fact about it and passes the rest on to the database unread, which decides role
 * and claims (ARCHITECTURE.md "Where rules are enforced").
 */
export interface RestCaller {
  /** No valid token was sent. Decides whether a missing right is 401 or 403, and which statement timeout applies. */
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
  /** Only the record of a read is written: the commit need not wait for the disk. */
  asyncCommit: boolean
  /** Nothing remains to be decided after the statement, so it may be committed in the same pipeline. */
  isFinal: boolean
  /** The exposed schema the request addresses, for databases that set the search path from it. */
  schema: string
  /** For databases that set `request.method`, `request.path`, `request.headers` and `request.cookies` from it. */
  context: RequestContext
  timeoutMs?: number
  /** `Prefer: timezone` as sent; Postgres refuses an unknown one (22023). */
  timezone?: string
}

/** How the data API reaches Postgres: transactions in which the caller's role is already set. */
export interface RestDatabase<Caller extends RestCaller = RestCaller> extends CatalogDatabase {
  /**
   * Runs one statement as the caller in a transaction of its own, then `after` with its rows before the commit. An error
   * in `after` rolls the transaction back and is rethrown. `send` runs a further statement, unless the first was final.
   */
  run<T>(
    caller: Caller,
    options: RestRunOptions,
    statement: RestStatement,
    after: (rows: RestRows, send: (more: RestStatement) => Promise<RestRows>) => T | Promise<T>,
  ): Promise<T>
}
