import type { Relationship } from './relationships.ts'
import type { Routine } from './routines.ts'
import type { Table, TypeName } from './tables.ts'

/** What the data API knows about the database: the only source of identifiers in its SQL. */
export interface SchemaCache {
  table(schema: string, name: string): Table | undefined
  tableNames(schema: string): string[]
  /** All relationships from a table to others of the same schema. */
  relationships(schema: string, table: string): Relationship[]
  /** Tables that have a relationship, for suggestions. */
  relatedTables(schema: string): string[]
  routines(schema: string, name: string): Routine[]
  routineNames(schema: string): string[]
  /** The type that `::name` denotes in a request for this schema. */
  type(schema: string, name: string): TypeName | undefined
}
