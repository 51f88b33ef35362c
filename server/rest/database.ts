import type { CatalogDatabase } from './catalog/catalog-database.ts'
import type { RequestContext } from './request/read-request.ts'

/** The database receives the caller unchanged and decides role and claims (ARCHITECTURE.md "Where rules are enforced"). */
export interface RestCaller {
  /** Determines whether a missing right is 401 or 403, and which statement timeout applies. */
  anonymous: boolean
}

export interface RestStatement {
  sql: string
  params: string[]
  /**
   * The places in `params` for tenants: '' for the caller's, else an array of those of the list with this name
   * (`Tenants`). Absent where the statement has none.
   */
  tenantsAt?: ReadonlyMap<string, number>
}

export type RestRows = Record<string, unknown>[]

export interface RestRunOptions {
  readOnly: boolean
  /** Only the record of a read is written, so the commit need not wait for the disk. */
  asyncCommit: boolean
  /** No decision follows the statement, so it may be committed in the same pipeline. */
  isFinal: boolean
  /**
   * A write that no number of rows refuses: only an entry that refuses by its row, or invalid `response.*` settings of the
   * database's code, can. A database without both may commit it in the same pipeline.
   */
  isUnconditional: boolean
  /** For databases that set the search path. */
  schema: string
  /** For databases that set `request.method`, `request.path`, `request.headers` and `request.cookies`. */
  context: RequestContext
  timeoutMs?: number
  /** `Prefer: timezone` as sent; Postgres refuses an unknown one (22023). */
  timezone?: string
}

export interface RestDatabase<Caller extends RestCaller = RestCaller> extends CatalogDatabase {
  /**
   * Runs one statement as the caller in a separate transaction, then `after` with its rows before the commit. An error in
   * `after` rolls the transaction back. `send` runs a further statement, unless the first was final.
   */
  run<T>(
    caller: Caller,
    options: RestRunOptions,
    statement: RestStatement,
    after: (rows: RestRows, send: (more: RestStatement) => Promise<RestRows>) => T | Promise<T>,
  ): Promise<T>
}
