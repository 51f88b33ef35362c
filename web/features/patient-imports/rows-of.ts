import { type ColumnChoice, importFields } from '#domain/patient-imports/columns.ts'
import type { ReadFile } from './read-file.ts'

/** Sends chosen columns only; the server refuses values that are too long. */
export function rowsOf(file: ReadFile | null, columns: ColumnChoice) {
  return (file?.rows ?? []).map(({ line, cells }) => ({
    line,
    cells: Object.fromEntries(
      importFields.flatMap((field) => {
        const column = columns[field]
        return column === undefined ? [] : [[field, cells[column] ?? '']]
      }),
    ),
  }))
}
