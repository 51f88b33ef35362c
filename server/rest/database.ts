import type { CatalogueDatabase } from './catalogue/catalogue-database.ts'

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
export interface RestDatabase<Caller extends RestCaller = RestCaller> extends CatalogueDatabase {
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
}
