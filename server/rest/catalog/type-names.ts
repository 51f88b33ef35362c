import { qualified, type TypeName } from '../schema/tables.ts'

export interface TypeRow {
  id: string
  schema: string
  name: string
  display: string
  /** pg_type.typtype: `b` base, `c` composite, `d` domain, `e` enum, `p` pseudo, `r` range, `m` multirange. */
  kind: string
  category: string
  array_id: string | null
  base_id: string | null
  table_id: string | null
}

export interface Types {
  byId(id: string): TypeName
  /** The base type of a domain, else the type itself. */
  baseOf(id: string): TypeName
  kindOf(id: string): string
  /** The table or composite type whose rows have this type. */
  tableIdOf(id: string): string | null
  named(schema: string, name: string): TypeName | undefined
}

const missing: TypeName = { schema: 'pg_catalog', name: 'text', display: 'text', category: 'S' }

/** SQL's spellings, which the catalog does not list. */
const sqlNames: Record<string, string> = {
  bigint: 'int8',
  bit: 'bit',
  'bit varying': 'varbit',
  boolean: 'bool',
  character: 'bpchar',
  char: 'bpchar',
  'character varying': 'varchar',
  dec: 'numeric',
  decimal: 'numeric',
  'double precision': 'float8',
  float: 'float8',
  int: 'int4',
  integer: 'int4',
  real: 'float4',
  smallint: 'int2',
  'time with time zone': 'timetz',
  'time without time zone': 'time',
  'timestamp with time zone': 'timestamptz',
  'timestamp without time zone': 'timestamp',
}

export function createTypeNames(rows: TypeRow[]): Types {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const names = new Map<string, TypeName>(
    rows.map((row) => [
      row.id,
      { schema: row.schema, name: row.name, display: row.display, category: row.category },
    ]),
  )
  for (const row of rows) {
    const array = row.array_id && names.get(row.array_id)
    const own = names.get(row.id)
    if (array && own) own.array = array
  }
  const baseId = (id: string): string => {
    const row = byId.get(id)
    return row?.base_id ? baseId(row.base_id) : id
  }
  // pseudo types cannot be cast to
  const castable = rows.filter((row) => row.kind !== 'p' && row.schema !== 'pg_toast')
  const bySchema = new Map(castable.map((row) => [qualified(row.schema, row.name), row.id]))
  const otherSchemas = [...new Set(castable.map((row) => row.schema))].filter(
    (schema) => schema !== 'information_schema',
  )
  const find = (schema: string, name: string) => names.get(bySchema.get(qualified(schema, name)) ?? '')
  return {
    byId: (id) => names.get(id) ?? missing,
    baseOf: (id) => names.get(baseId(id)) ?? missing,
    kindOf: (id) => byId.get(baseId(id))?.kind ?? 'b',
    tableIdOf: (id) => byId.get(baseId(id))?.table_id ?? null,
    named(schema, name) {
      const lower = name.toLowerCase()
      const fromSql = Object.hasOwn(sqlNames, lower) ? sqlNames[lower] : undefined
      if (fromSql) return find('pg_catalog', fromSql)
      for (const candidate of ['pg_catalog', schema, ...otherSchemas]) {
        const found = find(candidate, lower)
        if (found) return found
      }
      return undefined
    },
  }
}
