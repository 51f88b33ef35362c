import { RestError, refuse } from '../errors/rest-error.ts'
import type { Field, JsonStep } from '../parse/request-terms.ts'
import type { SchemaCache } from '../schema/schema-cache.ts'
import type { ComputedColumn, Table, TypeName } from '../schema/tables.ts'
import { closestName, editDistance } from './suggestions.ts'

/** A column (or computed column), optionally followed by JSON steps. */
export interface KnownField {
  name: string
  computed?: ComputedColumn
  /** Before any step, domains resolved. */
  type: TypeName
  path: JsonStep[]
}

export const text: TypeName = typeOf('text', 'S')
export const jsonb: TypeName = typeOf('jsonb', 'U')
export const json: TypeName = typeOf('json', 'U')

function typeOf(name: string, category: string): TypeName {
  const array = { schema: 'pg_catalog', name: `_${name}`, display: `${name}[]`, category: 'A' }
  return { schema: 'pg_catalog', name, display: name, category, array }
}

/** @throws RestError PGRST205 */
export function knownTable(cache: SchemaCache, schema: string, name: string): Table {
  const table = cache.table(schema, name)
  if (table) return table
  const close = closestName(name, cache.tableNames(schema), 0.75)
  throw new RestError(404, 'PGRST205', `Could not find the table '${schema}.${name}' in the schema cache`, {
    hint: close ? `Perhaps you meant the table '${schema}.${close}'` : null,
  })
}

/**
 * @param alias the table's alias in the statement, which Postgres would name in its error
 * @throws RestError 42703
 */
export function knownField(table: Table, alias: string, field: Field): KnownField {
  const column = table.columns.get(field.name)
  if (column) return { name: column.name, type: column.baseType, path: field.path }
  const computed = table.computed.get(field.name)
  if (computed) return { name: field.name, computed, type: computed.baseType, path: field.path }
  throw new RestError(400, '42703', `column ${alias}.${field.name} does not exist`, {
    hint: columnHint(table, alias, field.name),
  })
}

// As Postgres' parser: up to three edits, and no more than half of the name.
function columnHint(table: Table, alias: string, wanted: string): string | null {
  const near = [...table.columns.keys()]
    .map((name) => ({ name, distance: editDistance(wanted, name) }))
    .filter(({ name, distance }) => distance <= 3 && distance <= name.length / 2)
    .sort((one, other) => one.distance - other.distance)
  const best = near
    .filter(({ distance }) => distance === near[0]?.distance)
    .map(({ name }) => `"${alias}.${name}"`)
  if (best.length === 0 || best.length > 2) return null
  return `Perhaps you meant to reference the column ${best.join(' or the column ')}.`
}

/** @throws RestError 42704 */
export function knownType(cache: SchemaCache, schema: string, name: string): TypeName {
  const type = cache.type(schema, name)
  if (type) return type
  throw new RestError(400, '42704', `type "${name}" does not exist`)
}

/** @throws RestError 42704, as Postgres says it of a type that has no array */
export function arrayOf(type: TypeName): TypeName {
  if (type.array) return type.array
  throw new RestError(400, '42704', `could not find array type for data type ${type.display}`)
}

export function valueType(field: KnownField): TypeName {
  const last = field.path[field.path.length - 1]
  if (!last) return field.type
  if (last.asText) return text
  return field.type.name === 'json' ? json : jsonb
}

/** The default label: the path's last key, else the column. */
export function pathLabel(field: Field): string {
  // of most columns, in every request
  if (field.path.length === 0) return field.name
  const key = field.path.findLast((step) => typeof step.at === 'string')
  return key ? String(key.at) : field.name
}

/** @throws RestError PGRST204 */
export function knownColumn(table: Table, name: string) {
  const column = table.columns.get(name)
  if (!column) throw refuse.unknownColumn(table.name, name)
  return column
}
