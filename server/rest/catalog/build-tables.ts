import type { Column, Table } from '../schema/tables.ts'
import type { Types } from './type-names.ts'

export interface LoadedTables {
  byId: Map<string, Table>
  /** No composite types, and partitions only through their parent. */
  reachable: Table[]
  columnName(table: Table, position: number): string
}

export interface TableRow {
  id: string
  schema: string
  name: string
  kind: string
  is_partition: boolean
  events: number
  comment: string | null
  columns: { number: number; name: string; type: string; default: string | null }[]
}

const canUpdate = 4
const canInsert = 8
const canDelete = 16

export function buildTables(rows: TableRow[], types: Types): LoadedTables {
  const byId = new Map<string, Table>()
  const names = new Map<Table, Map<number, string>>()
  const reachable: Table[] = []
  for (const row of rows) {
    const table: Table = {
      schema: row.schema,
      name: row.name,
      comment: row.comment ?? '',
      isView: row.kind === 'v' || row.kind === 'm',
      columns: new Map(row.columns.map((column) => [column.name, buildColumn(column, types)])),
      primaryKey: [],
      computed: new Map(),
      insertable: (row.events & canInsert) !== 0,
      updatable: (row.events & canUpdate) !== 0,
      deletable: (row.events & canDelete) !== 0,
    }
    byId.set(row.id, table)
    names.set(table, new Map(row.columns.map((column) => [column.number, column.name])))
    if (row.kind !== 'c' && !row.is_partition) reachable.push(table)
  }
  return { byId, reachable, columnName: (table, position) => names.get(table)?.get(position) ?? '' }
}

function buildColumn(row: TableRow['columns'][number], types: Types): Column {
  return {
    name: row.name,
    type: types.byId(row.type),
    baseType: types.baseOf(row.type),
    ...(row.default !== null && { default: row.default }),
  }
}
