import { useState } from 'react'
import {
  areEnoughColumns,
  type ColumnChoice,
  type ImportField,
  importFields,
} from '#domain/patient-imports/columns.ts'
import type { DateOrder } from '#domain/patient-imports/patient-imports.ts'
import { patientImportTexts } from '#domain/texts/patient-imports.ts'
import { Field } from '#web/components/form/field.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card, CardNote, CardTitle } from '#web/components/ui/card.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { Select } from '#web/components/ui/select.tsx'
import { Spinner } from '#web/components/ui/spinner.tsx'
import type { ReadFile } from './read-file.ts'

const texts = patientImportTexts.columns

export function ChooseColumns({
  file,
  columns,
  dateOrder,
  isBusy,
  onColumns,
  onDateOrder,
  onCheck,
}: {
  file: ReadFile
  columns: ColumnChoice
  dateOrder: DateOrder
  isBusy: boolean
  onColumns(columns: ColumnChoice): void
  onDateOrder(order: DateOrder): void
  onCheck(): void
}) {
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
    else onCheck()
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
        {(columns.birthday !== undefined || columns.paidUntil !== undefined) && (
          <Field label={texts.dateOrder}>
            {(control) => (
              <Select
                {...control}
                value={dateOrder}
                onChange={(event) => onDateOrder(event.target.value as DateOrder)}
              >
                <option value="mdy">{texts.dateOrders.mdy}</option>
                <option value="dmy">{texts.dateOrders.dmy}</option>
              </Select>
            )}
          </Field>
        )}
      </div>
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
