import type { Routine, RoutineParameter } from '../schema/routines.ts'
import { type Column, qualified, type Table } from '../schema/tables.ts'
import type { ComputedRow } from './build-relationships.ts'
import type { LoadedTables } from './build-tables.ts'
import type { Types } from './type-names.ts'

interface RoutineRow {
  schema: string
  name: string
  volatile: boolean
  returns_set: boolean
  one_row: boolean
  returns_id: string
  inputs: number
  defaults: number
  names: string[] | null
  /** `i` in, `o` out, `b` both, `v` variadic, `t` column of RETURNS TABLE. */
  modes: string[] | null
  type_ids: string[] | null
}

interface Argument {
  name: string
  typeId: string
  mode: string
}

// An unnamed parameter can only receive the whole body.
const bodyTypes = ['json', 'jsonb', 'text', 'xml', 'bytea']

/** Finds the callable functions, and the functions of one table row, which act as computed columns or relationships. */
export function buildRoutines(
  rows: Record<string, unknown>[],
  types: Types,
  tables: LoadedTables,
): { routines: Map<string, Routine[]>; computedRows: ComputedRow[] } {
  const routines = new Map<string, Routine[]>()
  const computedRows: ComputedRow[] = []
  for (const row of rows as unknown as RoutineRow[]) {
    const routine = buildRoutine(row, types, tables)
    if (isCallable(routine)) {
      const key = qualified(row.schema, row.name)
      routines.set(key, [...(routines.get(key) ?? []), routine])
    }
    const from = row.inputs === 1 ? rowArgument(row, types, tables) : undefined
    if (!from) continue
    if (routine.returnsTableRows && routine.resultTable) {
      computedRows.push({
        schema: row.schema,
        name: row.name,
        from,
        to: routine.resultTable,
        single: !row.returns_set || row.one_row,
      })
    } else if (routine.returns === 'scalar' && !row.returns_set) {
      from.computed.set(row.name, {
        schema: row.schema,
        function: row.name,
        baseType: types.baseOf(row.returns_id),
      })
    }
  }
  return { routines, computedRows }
}

function isCallable(routine: Routine): boolean {
  const unnamed = routine.parameters.filter((parameter) => parameter.name === '')
  if (unnamed.length === 0) return true
  return routine.parameters.length === 1 && bodyTypes.includes(unnamed[0]?.type.name ?? '')
}

function rowArgument(row: RoutineRow, types: Types, tables: LoadedTables): Table | undefined {
  const tableId = types.tableIdOf(row.type_ids?.[0] ?? '')
  const table = tableId ? tables.byId.get(tableId) : undefined
  return table && tables.reachable.includes(table) ? table : undefined
}

function buildRoutine(row: RoutineRow, types: Types, tables: LoadedTables): Routine {
  const all = (row.type_ids ?? []).map(
    (typeId, index): Argument => ({
      typeId,
      name: row.names?.[index] ?? '',
      mode: row.modes?.[index] ?? 'i',
    }),
  )
  const inputs = all.filter(({ mode }) => mode === 'i' || mode === 'b' || mode === 'v')
  const outputs = all.filter(({ mode }) => mode === 'o' || mode === 'b' || mode === 't')
  const returnedTableId = types.tableIdOf(row.returns_id)
  const returnedTable = returnedTableId ? tables.byId.get(returnedTableId) : undefined
  const resultTable = returnedTable ?? (outputs.length > 0 ? outputTable(row, outputs, types) : undefined)
  const returnedType = types.byId(row.returns_id)
  return {
    schema: row.schema,
    name: row.name,
    parameters: inputs.map(
      (input, index): RoutineParameter => ({
        name: input.name,
        type: types.byId(input.typeId),
        required: index < row.inputs - row.defaults,
        variadic: input.mode === 'v',
      }),
    ),
    volatile: row.volatile,
    returnsSet: row.returns_set,
    // the columns of a `record` are unknown before the call
    returns: resultTable ? 'row' : returnedType.name === 'void' ? 'void' : 'scalar',
    returnsTableRows: returnedTable !== undefined && tables.reachable.includes(returnedTable),
    ...(resultTable && { resultTable }),
  }
}

// The columns of RETURNS TABLE or OUT parameters, as a table.
function outputTable(row: RoutineRow, outputs: Argument[], types: Types): Table {
  const columns = outputs.map(({ name, typeId }): [string, Column] => [
    name,
    { name, type: types.byId(typeId), baseType: types.baseOf(typeId) },
  ])
  return {
    schema: row.schema,
    name: row.name,
    comment: '',
    isView: false,
    columns: new Map(columns),
    primaryKey: [],
    computed: new Map(),
    insertable: false,
    updatable: false,
    deletable: false,
  }
}
