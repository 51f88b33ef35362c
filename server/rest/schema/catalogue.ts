import type { RestDatabase } from '../database.ts'
import { keysQuery, routinesQuery, tablesQuery, typesQuery, viewsQuery } from './catalogue-queries.ts'
import { buildRelationships, type ColumnPair, type ViewColumns } from './relationships.ts'
import { buildRoutines } from './routines.ts'
import { type Column, qualified, type SchemaCache, type Table, type TypeName } from './schema-cache.ts'
import { createTypeNames, type TypeRow, type Types } from './type-names.ts'
import { viewColumnOrigins } from './view-columns.ts'

export interface ForeignKey {
  name: string
  from: Table
  to: Table
  columns: ColumnPair[]
  /** The referring columns are a key themselves, so at most one row refers. */
  unique: boolean
}

/** A function over one row that returns rows of another table. */
export interface ComputedRow {
  schema: string
  name: string
  from: Table
  to: Table
  single: boolean
}

/** Tables as read, with the numbers by which other parts of the catalogue name their columns. */
export interface LoadedTables {
  byId: Map<string, Table>
  /** Everything with rows in it, i.e. no composite types; partitions are reached through their parent. */
  reachable: Table[]
  columnName(table: Table, position: number): string
}

/** Reads everything the data API must know of the database. */
export async function loadSchemaCache(
  database: Pick<RestDatabase, 'catalogue'>,
  schemas: string[],
): Promise<SchemaCache> {
  const exposed = [JSON.stringify(schemas)]
  const types = createTypeNames((await database.catalogue(typesQuery, [])) as unknown as TypeRow[])
  const tables = buildTables((await database.catalogue(tablesQuery, [])) as unknown as TableRow[], types)
  const keys = (await database.catalogue(keysQuery, [])) as unknown as KeyRow[]
  const views = buildViewColumns((await database.catalogue(viewsQuery, [])) as unknown as ViewRow[], tables)
  const foreignKeys = buildKeys(keys, tables)
  addViewKeys(views)
  const { routines, computedRows } = buildRoutines(
    await database.catalogue(routinesQuery, exposed),
    types,
    tables,
  )
  return createCache(tables.reachable, buildRelationships(foreignKeys, views, computedRows), routines, types)
}

interface TableRow {
  id: string
  schema: string
  name: string
  kind: string
  is_partition: boolean
  events: number
  comment: string | null
  columns: { number: number; name: string; type: string; default: string | null }[]
}

interface KeyRow {
  name: string
  kind: 'p' | 'u' | 'f'
  table_id: string
  foreign_id: string | null
  columns: number[]
  foreign_columns: number[] | null
}

interface ViewRow {
  id: string
  definition: string
}

// Bits of pg_relation_is_updatable: one per command.
const canUpdate = 4
const canInsert = 8
const canDelete = 16

function buildTables(rows: TableRow[], types: Types): LoadedTables {
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

function buildKeys(rows: KeyRow[], tables: LoadedTables): ForeignKey[] {
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

function buildViewColumns(rows: ViewRow[], tables: LoadedTables): ViewColumns {
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
  // a view may stand on another view; follow it down to the table
  const follow = (origin: { table: Table; column: string }): { table: Table; column: string } => {
    const below = direct.get(origin.table)?.get(origin.column)
    return below ? follow(below) : origin
  }
  for (const origins of direct.values())
    for (const [column, origin] of origins) origins.set(column, follow(origin))
  return direct
}

// A view that shows the whole primary key of one table can be addressed by it (upsert, Location).
function addViewKeys(views: ViewColumns): void {
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

function createCache(
  tables: Table[],
  relationships: ReturnType<typeof buildRelationships>,
  routines: ReturnType<typeof buildRoutines>['routines'],
  types: Types,
): SchemaCache {
  const byName = new Map(tables.map((table) => [qualified(table.schema, table.name), table]))
  const names = (keys: Iterable<string>, schema: string) =>
    [...keys].filter((key) => key.startsWith(`${schema}\0`)).map((key) => key.slice(schema.length + 1))
  return {
    table: (schema, name) => byName.get(qualified(schema, name)),
    tableNames: (schema) => names(byName.keys(), schema),
    relationships: (schema, table) => relationships.get(qualified(schema, table)) ?? [],
    relatedTables: (schema) => names(relationships.keys(), schema),
    routines: (schema, name) => routines.get(qualified(schema, name)) ?? [],
    routineNames: (schema) => names(routines.keys(), schema),
    type: (schema, name): TypeName | undefined => types.named(schema, name),
  }
}
