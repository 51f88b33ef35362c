import type { PGlite } from '@electric-sql/pglite'

interface Column {
  schema: string
  table: string
  column: string
  type: string
  nullable: boolean
  has_default: boolean
  generated: boolean
  comment: string | null
}

// as the two drivers read them (server/platform/database/database.ts)
const scalarTypes: Record<string, string> = {
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float8: 'number',
  numeric: 'string',
  timestamptz: 'Timestamp',
  json: 'Json',
  jsonb: 'Json',
  bytea: 'Bytes',
}

function typeOf(type: string): string {
  if (type.startsWith('_')) return `${typeOf(type.slice(1))}[]`
  return scalarTypes[type] ?? 'string'
}

/** For Kysely: one interface per table, `schema.table` outside public. */
export async function describeTypes(pglite: PGlite): Promise<string> {
  const { rows } = await pglite.query<Column>(`
    select n.nspname as schema, c.relname as table, a.attname as column, t.typname as type, not a.attnotnull as nullable,
           (a.atthasdef or a.attidentity <> '') as has_default, (a.attgenerated <> '' or a.attidentity = 'a') as generated,
           obj_description(c.oid, 'pg_class') as comment
      from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
      join pg_type t on t.oid = a.atttypid
     where n.nspname in ('public', 'app', 'auth', 'sandbox') and c.relkind in ('r', 'p', 'v') and a.attnum > 0 and not a.attisdropped
     order by n.nspname, c.relname, a.attnum`)
  const tables = Map.groupBy(rows, (row) =>
    row.schema === 'public' ? row.table : `${row.schema}.${row.table}`,
  )
  const lines = [
    '// Generated from the migrations by `npm run schema`. Do not edit.',
    "import type { ColumnType, GeneratedAlways } from 'kysely'",
    '',
    'type Timestamp = ColumnType<Date, Date | string, Date | string>',
    'type Json = ColumnType<unknown, string, string>',
    'type Bytes = ColumnType<Uint8Array, Uint8Array, Uint8Array>',
    'type Optional<T> = T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>',
    '',
  ]
  for (const [name, columns] of tables) {
    const comment = columns[0]?.comment
    if (comment) lines.push(`/** ${comment} */`)
    lines.push(`export interface ${interfaceName(name)} {`)
    for (const column of columns) lines.push(`  ${column.column}: ${columnType(column)}`)
    lines.push('}', '')
  }
  lines.push('export interface DB {')
  for (const name of tables.keys()) lines.push(`  '${name}': ${interfaceName(name)}`)
  lines.push('}', '')
  return lines.join('\n')
}

function interfaceName(table: string): string {
  return table
    .split(/[._]/)
    .map((word) => word[0]?.toUpperCase() + word.slice(1))
    .join('')
}

function columnType(column: Column): string {
  const base = typeOf(column.type)
  if (column.generated) return `GeneratedAlways<${base}>`
  const wrapped = ['Timestamp', 'Json', 'Bytes'].includes(base)
  if (!column.nullable) return column.has_default ? `Optional<${base}>` : base
  if (!wrapped) return `ColumnType<${base} | null, ${base} | null | undefined, ${base} | null>`
  const written = { Timestamp: 'Date | string', Json: 'string', Bytes: 'Uint8Array' }[base]
  const read = { Timestamp: 'Date', Json: 'unknown', Bytes: 'Uint8Array' }[base]
  return `ColumnType<${read} | null, ${written} | null | undefined, ${written} | null>`
}
