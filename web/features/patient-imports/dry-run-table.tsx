import { useState } from 'react'
import type { ImportField } from '#domain/patient-imports/columns.ts'
import type { CheckedRow, FirstCharge } from '#domain/patient-imports/patient-imports.ts'
import { patientImportTexts } from '#domain/texts/patient-imports.ts'
import { dateInText } from '#domain/values/dates.ts'
import { formatMoney } from '#domain/values/money.ts'
import { Badge } from '#web/components/ui/badge.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Cell, Table } from '#web/components/ui/table.tsx'

const texts = patientImportTexts.dryRun
const tones = { ready: 'success', problem: 'danger', repeated: 'warning', here: 'neutral' } as const
const rowsPerPart = 50

export function DryRunTable({ rows }: { rows: readonly CheckedRow[] }) {
  const [shown, setShown] = useState(rowsPerPart)
  const left = rows.length - shown
  return (
    <>
      <Table label={texts.caption}>
        <thead>
          <tr>
            <th scope="col">{texts.heads.line}</th>
            <th scope="col">{texts.heads.person}</th>
            <th scope="col">{texts.heads.plan}</th>
            <th scope="col">{texts.heads.firstCharge}</th>
            <th scope="col">{texts.heads.state}</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, shown).map((row) => (
            <tr key={row.line}>
              <Cell className="text-muted tabular-nums">{row.line}</Cell>
              <Cell phone="title">
                <span className="block font-semibold break-words">{row.name || '—'}</span>
                <span className="block text-note text-muted break-all">{row.email || '—'}</span>
              </Cell>
              <Cell>
                {row.plan ? (
                  <>
                    <span className="block break-words">{row.plan.name}</span>
                    {row.paidUntil && (
                      <span className="block text-note text-muted">
                        {texts.paidUntil(dateInText(row.paidUntil))}
                      </span>
                    )}
                  </>
                ) : (
                  <span className="text-muted">{texts.noPlan}</span>
                )}
              </Cell>
              <Cell phone="note">
                {row.firstCharge && row.state === 'ready' ? (
                  <>
                    <span className="tabular-nums">
                      {formatMoney(row.firstCharge.totalCents, row.firstCharge.currency)}
                    </span>{' '}
                    <span className="text-muted">{whenCharged(row.firstCharge)}</span>
                  </>
                ) : (
                  <RowProblems row={row} className="sm:hidden" />
                )}
              </Cell>
              <Cell phone="badge">
                <Badge tone={tones[row.state]}>{texts.states[row.state]}</Badge>
                <RowProblems row={row} className="mt-1 max-sm:hidden" />
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
      {left > 0 && (
        <Button variant="outline" onClick={() => setShown(shown + rowsPerPart)}>
          {texts.more(Math.min(left, rowsPerPart))}
        </Button>
      )}
    </>
  )
}

function RowProblems({ row, className }: { row: CheckedRow; className: string }) {
  const lines = problemsOf(row)
  if (lines.length === 0) return null
  return (
    <div className={className}>
      {lines.map((line) => (
        <span key={line} className="block text-note break-words">
          {line}
        </span>
      ))}
    </div>
  )
}

export function problemsOf(row: CheckedRow): string[] {
  if (row.state === 'repeated') return [texts.repeatedDetail]
  if (row.state === 'here') return [texts.hereDetail]
  return Object.entries(row.problems).map(
    ([field, problem]) => `${patientImportTexts.fields[field as ImportField]}: ${problem}`,
  )
}

function whenCharged({ on, afterDays }: FirstCharge): string {
  if (on) return texts.on(dateInText(on))
  return afterDays > 0 ? texts.afterTrial(afterDays) : texts.onJoining
}
