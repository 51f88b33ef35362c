/** Reports a part of the catalog that could not be read and is omitted. */
export type ReportUnreadable = (what: string, cause: unknown) => void

export interface CatalogDatabase {
  catalog(sql: string, params: unknown[]): Promise<Record<string, unknown>[]>
  /** Without it the schema cache is read once, and again on `reloadSchema()`. */
  listen?(channel: string, onMessage: (payload: string) => void): Promise<() => Promise<void>>
}
