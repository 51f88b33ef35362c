import { useState } from 'react'
import {
  areEnoughColumns,
  type ColumnChoice,
  type ImportField,
  importFields,
} from '#domain/patient-imports/columns.ts'
import { turnedName } from '#domain/patient-imports/written-names.ts'
import { patientImportTexts } from '#domain/texts/patient-imports.ts'
import { Field } from '#web/components/form/field.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card, CardNote, CardTitle } from '#web/components/ui/card.tsx'
import { Checkbox } from '#web/components/ui/checkbox.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { Select } from '#web/components/ui/select.tsx'
import { Spinner } from '#web/components/ui/spinner.tsx'
import { type DateAnswers, DateFields, dateQuestions, missingAnswer } from './date-questions.tsx'
import type { ReadFile } from './read-file.ts'

const texts = patientImportTexts.columns

export function ChooseColumns({
  file,
  columns,
  answers,
  turnsNames,
  timeZone,
  isBusy,
  onColumns,
  onAnswers,
  onTurnsNames,
  onCheck,
}: {
  file: ReadFile
  columns: ColumnChoice
  answers: DateAnswers
  turnsNames: boolean
  timeZone: string
  isBusy: boolean
  onColumns(columns: ColumnChoice): void
  onAnswers(answers: DateAnswers): void
  onTurnsNames(turnsNames: boolean): void
  onCheck(): void
}) {
  const questions = dateQuestions(file, columns, answers, timeZone)
  const written = firstTurned(file, columns.fullName)
  const [problem, setProblem] = useState<string | null>(null)
  const change = (field: ImportField, value: string) => {
    const { [field]: _, ...others } = columns
    setProblem(null)
    onColumns(value === '' ? others : { ...others, [field]: Number(value) })
  }
  const check = () => {
    const chosen = Object.values(columns)
    const isTwice = new Set(chosen).size < chosen.length
    if (isTwice) setProblem(texts.twice)
    else if (!areEnoughColumns(columns)) setProblem(texts.missing)
    else {
      const missing = missingAnswer(questions, answers)
      setProblem(missing)
      if (!missing) onCheck()
    }
  }
  return (
    <Card>
      <CardTitle>{texts.title}</CardTitle>
      <CardNote>{texts.hint}</CardNote>
      <div className="mt-5 grid gap-x-6 gap-y-4 sm:grid-cols-2 lg:grid-cols-3">
        {importFields.map((field) => (
          <Field key={field} label={patientImportTexts.fields[field]} hint={exampleOf(file, columns[field])}>
            {(control) => (
              <Select
                {...control}
                value={columns[field] ?? ''}
                onChange={(event) => change(field, event.target.value)}
              >
                <option value="">{texts.none}</option>
                {file.head.map((heading, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place, headings may be equal
                  <option key={at} value={at}>
                    {heading || texts.unnamed(at + 1)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        ))}
        <DateFields
          questions={questions}
          answers={answers}
          onAnswers={(changed) => {
            setProblem(null)
            onAnswers(changed)
          }}
        />
      </div>
      {written && (
        <>
          <label htmlFor="import-turns-names" className="mt-5 flex cursor-pointer gap-3">
            <Checkbox
              id="import-turns-names"
              className="mt-0.5 flex-none"
              checked={turnsNames}
              aria-describedby="import-turns-names-hint"
              onChange={(event) => onTurnsNames(event.target.checked)}
            />
            <span>{texts.turnsNames}</span>
          </label>
          <p id="import-turns-names-hint" className="mt-1 pl-8 text-note text-muted break-words">
            {texts.turnsNamesHint(written.from, written.to)}
          </p>
        </>
      )}
      {problem && (
        <Notice tone="danger" className="mt-5">
          {problem}
        </Notice>
      )}
      <Button className="mt-6" aria-disabled={isBusy || undefined} onClick={() => isBusy || check()}>
        {isBusy && <Spinner />}
        {isBusy ? texts.checking : texts.check}
      </Button>
    </Card>
  )
}

/** The column's first value, which reveals a wrong choice. */
function exampleOf(file: ReadFile, column: number | undefined): string | undefined {
  if (column === undefined) return undefined
  const value = file.rows.map(({ cells }) => cells[column]?.trim()).find(Boolean)
  return value ? texts.firstValue(value.slice(0, 60)) : undefined
}

/** The first name with its surname before a comma. */
function firstTurned(file: ReadFile, column: number | undefined): { from: string; to: string } | null {
  if (column === undefined) return null
  for (const { cells } of file.rows) {
    const from = cells[column]?.trim() ?? ''
    const to = turnedName(from)
    if (to) return { from, to }
  }
  return null
}
