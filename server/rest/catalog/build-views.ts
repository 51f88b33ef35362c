import type { Table } from '../schema/tables.ts'
import type { LoadedTables } from './build-tables.ts'
import type { ReportUnreadable } from './catalog-database.ts'
import { viewColumnOrigins } from './view-columns.ts'

interface Origin {
  table: Table
  column: string
}

export type ViewColumns = Map<Table, Map<string, Origin>>

export interface ViewRow {
  id: string
  definition: string
}

/** Resolves views on views. Skips a definition that cannot be read. */
export function buildViewColumns(
  rows: ViewRow[],
  tables: LoadedTables,
  report: ReportUnreadable,
): ViewColumns {
  const direct: ViewColumns = new Map()
  for (const row of rows) {
    const view = tables.byId.get(row.id)
    if (!view) continue
    try {
      direct.set(view, originsOf(view, row, tables))
    } catch (error) {
      report(`view ${view.schema}.${view.name}`, error)
    }
  }
  return new Map(
    [...direct].map(([view, origins]) => [
      view,
      new Map([...origins].flatMap(([column, origin]) => followed(column, origin, direct))),
    ]),
  )
}

function originsOf(view: Table, row: ViewRow, tables: LoadedTables): Map<string, Origin> {
  const origins = new Map<string, Origin>()
  for (const origin of viewColumnOrigins(row.definition)) {
    const table = tables.byId.get(origin.tableId)
    if (table)
      origins.set(tables.columnName(view, origin.position), {
        table,
        column: tables.columnName(table, origin.column),
      })
  }
  return origins
}

// Resolves a view on a view to its table. A view that selects from itself shows no table's column.
function followed(column: string, start: Origin, direct: ViewColumns): [string, Origin][] {
  const passed = new Set<Origin>()
  let origin = start
  for (;;) {
    const below = direct.get(origin.table)?.get(origin.column)
    if (!below) return [[column, origin]]
    if (passed.has(below)) return []
    passed.add(below)
    origin = below
  }
}

/** None for a column that the view does not show. */
export function shownAs(origins: Map<string, Origin>, table: Table, columns: string[]): string[][] {
  return columns.map((column) =>
    [...origins].flatMap(([name, origin]) =>
      origin.table === table && origin.column === column ? [name] : [],
    ),
  )
}

/** A view has the primary keys of its tables if it shows them completely (PUT, upsert, Location). */
export function addViewKeys(views: ViewColumns): void {
  for (const [view, origins] of views) {
    view.primaryKey = [...new Set([...origins.values()].map((origin) => origin.table))].flatMap((table) => {
      const names = shownAs(origins, table, table.primaryKey).map(([first]) => first)
      return names.every((name) => name !== undefined) ? names : []
    })
  }
}
