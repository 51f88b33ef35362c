import type { Table } from '../schema/tables.ts'
import type { LoadedTables } from './build-tables.ts'
import { viewColumnOrigins } from './view-columns.ts'

/** The table column behind each view column that shows one unchanged, by view. */
export type ViewColumns = Map<Table, Map<string, { table: Table; column: string }>>

/** A row of `viewsQuery`. */
export interface ViewRow {
  id: string
  definition: string
}

/** Finds the table column behind each view column, through views on views. */
export function buildViewColumns(rows: ViewRow[], tables: LoadedTables): ViewColumns {
  const direct: ViewColumns = new Map()
  for (const row of rows) {
    const view = tables.byId.get(row.id)
    if (!view) continue
    const origins = new Map<string, { table: Table; column: string }>()
    for (const origin of viewColumnOrigins(row.definition)) {
      const table = tables.byId.get(origin.tableId)
      if (table)
        origins.set(tables.columnName(view, origin.position), {
          table,
          column: tables.columnName(table, origin.column),
        })
    }
    direct.set(view, origins)
  }
  // a view may be built on another view: follow it down to the table
  const follow = (origin: { table: Table; column: string }): { table: Table; column: string } => {
    const below = direct.get(origin.table)?.get(origin.column)
    return below ? follow(below) : origin
  }
  for (const origins of direct.values())
    for (const [column, origin] of origins) origins.set(column, follow(origin))
  return direct
}

/** A view that shows the whole primary key of one table can be addressed by it (upsert, Location). */
export function addViewKeys(views: ViewColumns): void {
  for (const [view, origins] of views) {
    for (const table of new Set([...origins.values()].map((origin) => origin.table))) {
      const shown = table.primaryKey.map(
        (key) => [...origins].find(([, origin]) => origin.table === table && origin.column === key)?.[0],
      )
      if (shown.length > 0 && shown.every((name) => name !== undefined) && view.primaryKey.length === 0) {
        view.primaryKey = shown as string[]
      }
    }
  }
}
