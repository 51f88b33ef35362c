/** A type as the catalogue names it. */
export interface TypeName {
  schema: string
  name: string
  /** As people and error messages write it: `integer`, `timestamp with time zone`. */
  display: string
  /** pg_type.typcategory: `S` string, `A` array, ... */
  category: string
  /** Its array type, if there is one. */
  array?: TypeName
}

export interface Column {
  name: string
  /** What a payload's value is read as (a domain stays a domain). */
  type: TypeName
  /** What a filter's value is read as: of a domain, the type below it. */
  baseType: TypeName
  /** SQL of its default, from the catalogue. */
  default?: string
}

/** A function of one row that reads like a column of it. */
export interface ComputedColumn {
  schema: string
  function: string
  baseType: TypeName
}

export interface Table {
  schema: string
  name: string
  /** What the database says of it: `comment on table`. */
  comment: string
  isView: boolean
  columns: Map<string, Column>
  primaryKey: string[]
  computed: Map<string, ComputedColumn>
  /** Which verbs the object itself allows (a view may not); grants are checked by Postgres. */
  insertable: boolean
  updatable: boolean
  deletable: boolean
}

/** A map key of a qualified name; the separator cannot occur in one. */
export function qualified(schema: string, name: string): string {
  return `${schema}\0${name}`
}
