import { Download } from 'lucide-react'
import { useState } from 'react'
import { type ColumnChoice, importFields } from '#domain/patient-imports/columns.ts'
import { type CheckedRow, countStates } from '#domain/patient-imports/patient-imports.ts'
import { patientImportTexts } from '#domain/texts/patient-imports.ts'
import { byteOrderMark, csvLine } from '#domain/values/csv.ts'
import { formatMoney } from '#domain/values/money.ts'
import { Field } from '#web/components/form/field.tsx'
import { AlertDialog } from '#web/components/ui/alert-dialog.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card, CardNote, CardTitle } from '#web/components/ui/card.tsx'
import { Checkbox } from '#web/components/ui/checkbox.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { Select } from '#web/components/ui/select.tsx'
import { downloadFile } from '#web/lib/files/download-file.ts'
import { DryRunTable, problemsOf } from './dry-run-table.tsx'
import type { ReadFile } from './read-file.ts'

const texts = patientImportTexts.dryRun
const confirmTexts = patientImportTexts.confirm

export function DryRun({
  file,
  columns,
  rows,
  isBusy,
  failure,
  onImport,
}: {
  file: ReadFile
  columns: ColumnChoice
  rows: readonly CheckedRow[]
  isBusy: boolean
  failure: string | null
  onImport(invites: boolean): void
}) {
  const [filter, setFilter] = useState<keyof typeof texts.filters>('all')
  const [invites, setInvites] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const counts = countStates(rows)
  const left = rows.filter(({ state }) => state !== 'ready')
  const shown =
    filter === 'all' ? rows : filter === 'ready' ? rows.filter(({ state }) => state === 'ready') : left
  return (
    <section className="space-y-5">
      <div>
        <h2 className="font-display text-h3 font-medium">{texts.title}</h2>
        <p role="status" className="mt-1">
          {counts.ready > 0 ? texts.summary(counts.ready) : texts.nobody}{' '}
          <span className="text-muted">{texts.nothingYet}</span>
        </p>
        <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-muted">
          {(Object.keys(counts) as (keyof typeof counts)[])
            .filter((state) => counts[state] > 0)
            .map((state) => (
              <li key={state}>{texts.counts[state](counts[state])}</li>
            ))}
        </ul>
        <Totals rows={rows} />
      </div>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div className="w-44">
          <Field label={texts.show}>
            {(control) => (
              <Select
                {...control}
                value={filter}
                onChange={(event) => setFilter(event.target.value as keyof typeof texts.filters)}
              >
                <option value="all">{texts.filters.all}</option>
                <option value="ready">{texts.filters.ready}</option>
                <option value="problem">{texts.filters.problem}</option>
              </Select>
            )}
          </Field>
        </div>
        {left.length > 0 && (
          <Button variant="outline" onClick={() => downloadLeftOut(file, columns, left)}>
            <Download aria-hidden />
            {texts.failedFile}
          </Button>
        )}
      </div>
      <DryRunTable key={filter} rows={shown} />
      {counts.ready > 0 && (
        <Card>
          <CardTitle>{confirmTexts.heading}</CardTitle>
          <CardNote>{texts.consent}</CardNote>
          <CardNote>{texts.later}</CardNote>
          <label htmlFor="import-invites" className="mt-5 flex cursor-pointer gap-3">
            <Checkbox
              id="import-invites"
              className="mt-0.5 flex-none"
              checked={invites}
              aria-describedby="import-invites-hint"
              onChange={(event) => setInvites(event.target.checked)}
            />
            <span>{confirmTexts.invites}</span>
          </label>
          <p id="import-invites-hint" className="mt-1 pl-8 text-note text-muted">
            {confirmTexts.invitesHint}
          </p>
          <Button className="mt-5" onClick={() => setAsking(true)}>
            {confirmTexts.button(counts.ready)}
          </Button>
          <AlertDialog
            open={isAsking}
            onOpenChange={(isOpen) => isBusy || setAsking(isOpen)}
            title={confirmTexts.title(counts.ready)}
            consequence={invites ? confirmTexts.withMail(counts.ready) : confirmTexts.withoutMail}
            safeLabel={confirmTexts.cancel}
            actionLabel={isBusy ? confirmTexts.busy : confirmTexts.button(counts.ready)}
            actionVariant="primary"
            isBusy={isBusy}
            onAction={() => isBusy || onImport(invites)}
          >
            {failure && <Notice tone="danger">{failure}</Notice>}
          </AlertDialog>
        </Card>
      )}
    </section>
  )
}

/** One sum per currency: a human confirms the totals (docs/domain-rules.md complaint 11). */
function Totals({ rows }: { rows: readonly CheckedRow[] }) {
  const charges = rows.flatMap(({ state, firstCharge }) =>
    state === 'ready' && firstCharge ? [firstCharge] : [],
  )
  const [first] = charges
  if (!first) return null
  const cents = charges.reduce((sum, { totalCents }) => sum + totalCents, 0)
  return (
    <p className="mt-2 font-semibold tabular-nums">
      {texts.total(formatMoney(cents, first.currency), charges.length)}
    </p>
  )
}

/** Downloads the excluded rows with their errors, to correct and import again. */
function downloadLeftOut(file: ReadFile, columns: ColumnChoice, rows: readonly CheckedRow[]): void {
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
