import type { ColumnPair } from '../schema/relationships.ts'
import type { Table } from '../schema/tables.ts'
import type { LoadedTables } from './build-tables.ts'

export interface ForeignKey {
  name: string
  from: Table
  to: Table
  columns: ColumnPair[]
  /** The referring columns are unique, so at most one row refers. */
  unique: boolean
}

export interface KeyRow {
  name: string
  kind: 'p' | 'u' | 'f'
  table_id: string
  foreign_id: string | null
  columns: number[]
  foreign_columns: number[] | null
}

/** Sets the tables' primary keys and returns the foreign keys between them. */
export function buildKeys(rows: KeyRow[], tables: LoadedTables): ForeignKey[] {
  const uniqueKeys = new Map<Table, string[][]>()
  for (const row of rows) {
    const table = tables.byId.get(row.table_id)
    if (!table || row.kind === 'f') continue
    const columns = row.columns.map((position) => tables.columnName(table, position))
    uniqueKeys.set(table, [...(uniqueKeys.get(table) ?? []), columns])
    if (row.kind === 'p') table.primaryKey = columns
  }
  const foreignKeys: ForeignKey[] = []
  for (const row of rows) {
    const from = tables.byId.get(row.table_id)
    const to = tables.byId.get(row.foreign_id ?? '')
    if (row.kind !== 'f' || !from || !to) continue
    const near = row.columns.map((position) => tables.columnName(from, position))
    const far = (row.foreign_columns ?? []).map((position) => tables.columnName(to, position))
    foreignKeys.push({
      name: row.name,
      from,
      to,
      columns: near.map((column, index): ColumnPair => [column, far[index] ?? '']),
      unique: (uniqueKeys.get(from) ?? []).some(
        (key) => key.length === near.length && key.every((name) => near.includes(name)),
      ),
    })
  }
  return foreignKeys
}
