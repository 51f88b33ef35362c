/** A type as the catalog names it. */
export interface TypeName {
  schema: string
  name: string
  /** As error messages write it: `integer`, `timestamp with time zone`. */
  display: string
  /** pg_type.typcategory: `S` string, `A` array, ... */
  category: string
  /** Its array type, if there is one. */
  array?: TypeName
}

export interface Column {
  name: string
  /** The type a payload's value is parsed as (a domain stays a domain). */
  type: TypeName
  /** The type a filter's value is parsed as: for a domain, its base type. */
  baseType: TypeName
  /** Its default as SQL, from the catalog. */
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
  /** Its `comment on table`. */
  comment: string
  isView: boolean
  columns: Map<string, Column>
  primaryKey: string[]
  computed: Map<string, ComputedColumn>
  /** Which writes the object supports (a view may not); grants are checked by Postgres. */
  insertable: boolean
  updatable: boolean
  deletable: boolean
}

/** A qualified name as a map key; the separator cannot occur in names. */
export function qualified(schema: string, name: string): string {
  return `${schema}\0${name}`
}
