import { type ColumnChoice, type ImportField, importFields } from '#domain/patient-imports/columns.ts'
import type { CheckedRow } from '#domain/patient-imports/patient-imports.ts'
import { patientImportTexts } from '#domain/texts/patient-imports.ts'
import { byteOrderMark, csvLine } from '#domain/values/csv.ts'
import { downloadFile } from '#web/lib/files/download-file.ts'
import type { ReadFile } from './read-file.ts'

const texts = patientImportTexts.dryRun

export function problemsOf({ state, problems }: CheckedRow): string[] {
  return Object.entries(problems).map(([field, problem]) =>
    state === 'no_name' && field === 'fullName'
      ? problem
      : texts.leftOut(patientImportTexts.fields[field as ImportField], problem),
  )
}

/** Downloads the rows with their problems, to correct them. */
export function downloadProblems(file: ReadFile, columns: ColumnChoice, rows: readonly CheckedRow[]): void {
  const fields = importFields.filter((field) => columns[field] !== undefined)
  const cellsOf = new Map(file.rows.map(({ line, cells }) => [line, cells]))
  const lines = rows.map((row) => [
    ...fields.map((field) => cellsOf.get(row.line)?.[columns[field] ?? -1] ?? ''),
    problemsOf(row).join(' '),
  ])
  const head = [...fields.map((field) => patientImportTexts.fields[field]), texts.problemHead]
  downloadFile(texts.failedName, byteOrderMark + [head, ...lines].map(csvLine).join(''), {
    type: 'text/csv;charset=utf-8',
  })
}
