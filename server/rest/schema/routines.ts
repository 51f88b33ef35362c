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
  /** The table or composite type whose rows it returns, or its own OUT columns. */
  resultTable?: Table
  /** True if `resultTable` is a table of the database, so that its foreign keys can be followed. */
  returnsTableRows: boolean
}
