import type { Table, TypeName } from './tables.ts'

export interface RoutineParameter {
  name: string
  type: TypeName
  required: boolean
  variadic: boolean
}

export interface Routine {
  schema: string
  name: string
  parameters: RoutineParameter[]
  volatile: boolean
  returnsSet: boolean
  /** `row`: columns; `scalar`: one value, a `record` too; `void`: nothing. */
  returns: 'row' | 'scalar' | 'void'
  /** A table, a composite type, or the function's OUT columns. */
  resultTable?: Table
  /** `resultTable` is a table of the database, whose foreign keys can be followed. */
  returnsTableRows: boolean
}
