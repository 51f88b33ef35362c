import { Download } from 'lucide-react'
import { useState } from 'react'
import type { ColumnChoice } from '#domain/patient-imports/columns.ts'
import {
  type CheckedRow,
  type ConfirmedImport,
  choiceOf,
  countRows,
  type DryRun as DryRunResult,
  type PlanName,
  type RowChoice,
} from '#domain/patient-imports/patient-imports.ts'
import { patientImportTexts } from '#domain/texts/patient-imports.ts'
import { formatMoney } from '#domain/values/money.ts'
import { Field } from '#web/components/form/field.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { Select } from '#web/components/ui/select.tsx'
import { ConfirmImport } from './confirm-import.tsx'
import { downloadProblems } from './download-problems.ts'
import { DryRunTable } from './dry-run-table.tsx'
import { PlanChoices } from './plan-choices.tsx'
import type { ReadFile } from './read-file.ts'
import { SharedAddresses } from './shared-addresses.tsx'

const texts = patientImportTexts.dryRun
type Filter = keyof typeof texts.filters

/** Shows each row's result and asks what the file leaves open. Choices apply to the rows until the file changes. */
export function DryRun({
  file,
  columns,
  currency,
  run,
  planNames,
  isChecking,
  isBusy,
  failure,
  onPlanNames,
  onImport,
}: {
  file: ReadFile
  columns: ColumnChoice
  currency: string
  run: DryRunResult
  planNames: PlanName[]
  isChecking: boolean
  isBusy: boolean
  failure: string | null
  onPlanNames(plans: PlanName[]): void
  onImport(confirmed: ConfirmedImport): void
}) {
  const [filter, setFilter] = useState<Filter>('all')
  const [choices, setChoices] = useState<ReadonlyMap<number, RowChoice>>(new Map())
  const [holders, setHolders] = useState<ReadonlySet<number>>(new Set())
  const { rows } = run
  const counts = countRows(rows, choices)
  const added = new Set(rows.filter((row) => choiceOf(row, choices) === 'new').map(({ line }) => line))
  const shared = run.shared.filter(({ lines }) => lines.some((line) => added.has(line)))
  const withProblems = rows.filter(hasProblems)
  const shown = rows.filter((row) => isShown(row, filter, choices))
  const unread = withProblems
    .filter(({ state }) => state !== 'no_name')
    .reduce((sum, { problems }) => sum + Object.keys(problems).length, 0)
  return (
    <section className="space-y-5">
      <div>
        <h2 className="font-display text-h3 font-medium">{texts.title}</h2>
        <p role="status" className="mt-1">
          {counts.added > 0 ? texts.summary(counts.added) : texts.nobody}{' '}
          <span className="text-muted">{texts.nothingYet}</span>
        </p>
        <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-muted">
          {(
            [
              ['filled', counts.filled],
              ['skipped', counts.skipped],
              ['withoutEmail', counts.withoutEmail],
              ['unread', unread],
            ] as const
          )
            .filter(([, count]) => count > 0)
            .map(([name, count]) => (
              <li key={name}>{texts.counts[name](count)}</li>
            ))}
        </ul>
        <Totals rows={rows} choices={choices} />
      </div>
      <PlanChoices run={run} planNames={planNames} isBusy={isChecking} onPlanNames={onPlanNames} />
      <SharedAddresses run={{ ...run, shared }} holders={holders} onHolders={setHolders} />
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div className="w-60">
          <Field label={texts.show}>
            {(control) => (
              <Select
                {...control}
                value={filter}
                onChange={(event) => setFilter(event.target.value as Filter)}
              >
                {(Object.keys(texts.filters) as Filter[]).map((name) => (
                  <option key={name} value={name}>
                    {texts.filters[name]}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </div>
        {withProblems.length > 0 && (
          <Button variant="outline" onClick={() => downloadProblems(file, columns, withProblems)}>
            <Download aria-hidden />
            {texts.failedFile}
          </Button>
        )}
      </div>
      {shown.length === 0 ? (
        <Notice tone="info">{texts.noRows}</Notice>
      ) : (
        <DryRunTable
          key={filter}
          rows={shown}
          currency={currency}
          choices={choices}
          onChoice={(choice) => setChoices(new Map([...choices, [choice.line, choice]]))}
        />
      )}
      {counts.added + counts.filled > 0 && (
        <ConfirmImport
          run={run}
          choices={choices}
          holders={holders}
          isBusy={isBusy || isChecking}
          failure={failure}
          onImport={onImport}
        />
      )}
    </section>
  )
}

function hasProblems({ problems }: CheckedRow): boolean {
  return Object.keys(problems).length > 0
}

function isShown(row: CheckedRow, filter: Filter, choices: ReadonlyMap<number, RowChoice>): boolean {
  if (filter === 'similar') return row.state === 'similar'
  if (filter === 'unread') return row.state !== 'no_name' && hasProblems(row)
  return filter === 'all' || choiceOf(row, choices) === 'skip'
}

/** One sum per currency: a human confirms the totals (docs/domain-rules.md complaint 11). */
function Totals({ rows, choices }: { rows: readonly CheckedRow[]; choices: ReadonlyMap<number, RowChoice> }) {
  const charges = rows.flatMap((row) =>
    choiceOf(row, choices) !== 'skip' && row.firstCharge ? [row.firstCharge] : [],
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
