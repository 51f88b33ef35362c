import type { Relationship } from '../schema/relationships.ts'
import type { Routine } from '../schema/routines.ts'
import type { SchemaCache } from '../schema/schema-cache.ts'
import { qualified, type Table } from '../schema/tables.ts'
import { buildKeys, type KeyRow } from './build-keys.ts'
import { buildRelationships } from './build-relationships.ts'
import { buildRoutines } from './build-routines.ts'
import { buildTables, type TableRow } from './build-tables.ts'
import { addViewKeys, buildViewColumns, type ViewRow } from './build-views.ts'
import type { CatalogDatabase, ReportUnreadable } from './catalog-database.ts'
import { keysQuery, routinesQuery, tablesQuery, typesQuery, viewsQuery } from './catalog-queries.ts'
import { createTypeNames, type TypeRow, type Types } from './type-names.ts'

/** @param report called for each object that could not be read and is omitted */
export async function loadSchemaCache(
  database: Pick<CatalogDatabase, 'catalog'>,
  schemas: string[],
  report: ReportUnreadable = () => undefined,
): Promise<SchemaCache> {
  const exposed = [JSON.stringify(schemas)]
  const types = createTypeNames((await database.catalog(typesQuery, [])) as unknown as TypeRow[])
  const tables = buildTables((await database.catalog(tablesQuery, [])) as unknown as TableRow[], types)
  const keys = (await database.catalog(keysQuery, [])) as unknown as KeyRow[]
  const views = buildViewColumns(
    (await database.catalog(viewsQuery, [])) as unknown as ViewRow[],
    tables,
    report,
  )
  const foreignKeys = buildKeys(keys, tables)
  addViewKeys(views)
  const { routines, computedRows } = buildRoutines(
    await database.catalog(routinesQuery, exposed),
    types,
    tables,
  )
  const relationships = buildRelationships(foreignKeys, views, computedRows, schemas)
  return createCache(tables.reachable, relationships, routines, types)
}

function createCache(
  tables: Table[],
  relationships: Map<string, Relationship[]>,
  routines: Map<string, Routine[]>,
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
    type: (schema, name) => types.named(schema, name),
  }
}
