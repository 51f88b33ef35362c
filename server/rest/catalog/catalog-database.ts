/** Is told of what in the catalog could not be read, and was left out. */
export type ReportUnreadable = (what: string, cause: unknown) => void

/** What the data API needs of a database to read its schema and to notice changes of it. */
export interface CatalogDatabase {
  /** Runs a query on the system catalog, as a role that may see all of it; it returns no caller's data. */
  catalog(sql: string, params: unknown[]): Promise<Record<string, unknown>[]>
  /** Listens for `NOTIFY channel`; without it the schema cache is read once, and again on `reloadSchema()`. */
  listen?(channel: string, onMessage: (payload: string) => void): Promise<() => Promise<void>>
}
