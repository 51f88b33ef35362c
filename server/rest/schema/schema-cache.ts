import type { Relationship } from './relationships.ts'
import type { Routine } from './routines.ts'
import type { Table, TypeName } from './tables.ts'

/** The only source of identifiers in generated SQL. */
export interface SchemaCache {
  table(schema: string, name: string): Table | undefined
  tableNames(schema: string): string[]
  relationships(schema: string, table: string): Relationship[]
  relatedTables(schema: string): string[]
  routines(schema: string, name: string): Routine[]
  routineNames(schema: string): string[]
  /** The type of `::name` in a request for this schema. */
  type(schema: string, name: string): TypeName | undefined
}
