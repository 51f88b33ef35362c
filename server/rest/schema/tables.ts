export interface TypeName {
  schema: string
  name: string
  /** As in error messages: `integer`, `timestamp with time zone`. */
  display: string
  /** pg_type.typcategory: `S` string, `A` array, ... */
  category: string
  array?: TypeName
}

export interface Column {
  name: string
  /** The type of a payload's value (a domain stays a domain). */
  type: TypeName
  /** The type of a filter's value: a domain's base type. */
  baseType: TypeName
  /** As SQL, from the catalog. */
  default?: string
}

/** A function of one row that can be read like a column. */
export interface ComputedColumn {
  schema: string
  function: string
  baseType: TypeName
}

export interface Table {
  schema: string
  name: string
  comment: string
  isView: boolean
  columns: Map<string, Column>
  primaryKey: string[]
  computed: Map<string, ComputedColumn>
  /** A view may not support all writes; Postgres checks grants. */
  insertable: boolean
  updatable: boolean
  deletable: boolean
}

/** As a map key; the separator cannot occur in names. */
export function qualified(schema: string, name: string): string {
  return `${schema}\0${name}`
}
