import { useState } from 'react'
import {
  type CheckedRow,
  choiceOf,
  type FirstCharge,
  type RowChoice,
  type SimilarPerson,
} from '#domain/patient-imports/patient-imports.ts'
import { patientImportTexts } from '#domain/texts/patient-imports.ts'
import { dateInFull, dateInText } from '#domain/values/dates.ts'
import { formatMoney } from '#domain/values/money.ts'
import { formatPhone, phoneCountry } from '#domain/values/phones.ts'
import { Badge } from '#web/components/ui/badge.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Select } from '#web/components/ui/select.tsx'
import { Cell, Heads, Table } from '#web/components/ui/table.tsx'
import { problemsOf } from './download-problems.ts'

const texts = patientImportTexts.dryRun
const tones = { new: 'success', fill: 'info', skip: 'neutral' } as const
const rowsPerPart = 50

interface Shared {
  currency: string
  choices: ReadonlyMap<number, RowChoice>
  onChoice(choice: RowChoice): void
}

export function DryRunTable({ rows, ...shared }: Shared & { rows: readonly CheckedRow[] }) {
  const [shown, setShown] = useState(rowsPerPart)
  const left = rows.length - shown
  const { line, person, birthday, plan, firstCharge, state } = texts.heads
  return (
    <>
      <Table label={texts.caption}>
        <Heads of={[line, person, birthday, plan, firstCharge, state]} />
        <tbody>
          {rows.slice(0, shown).map((row) => (
            <DryRunRow key={row.line} row={row} {...shared} />
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

function DryRunRow({ row, currency, choices, onChoice }: Shared & { row: CheckedRow }) {
  const how = choiceOf(row, choices)
  return (
    <tr>
      <Cell className="text-muted tabular-nums">{row.line}</Cell>
      <Cell phone="title" className="sm:min-w-52">
        <span className="block font-semibold break-words">{row.name || '—'}</span>
        {row.writtenName && (
          <span className="block text-note text-muted break-words">{texts.turned(row.writtenName)}</span>
        )}
        <span className="block text-note text-muted break-all">{row.email ?? texts.noEmail}</span>
        {row.phone && (
          <span className="block text-note text-muted tabular-nums">
            {formatPhone(row.phone, phoneCountry(currency))}
          </span>
        )}
      </Cell>
      <Cell phone="note">
        {row.birthday ? dateInFull(row.birthday) : <span className="text-muted">{texts.noBirthday}</span>}
      </Cell>
      <Cell>
        {row.plan ? (
          <>
            <span className="block break-words">{row.plan.name}</span>
            {row.paidUntil && (
              <span className="block text-note text-muted">{texts.paidUntil(dateInText(row.paidUntil))}</span>
            )}
          </>
        ) : (
          <span className="text-muted">{texts.noPlan}</span>
        )}
      </Cell>
      <Cell>{how !== 'skip' && <Charge charge={row.firstCharge} />}</Cell>
      <Cell phone="badge">
        <Badge tone={tones[how]}>{texts.states[how]}</Badge>
        <RowDetails row={row} choice={choices.get(row.line)} onChoice={onChoice} className="max-sm:hidden" />
      </Cell>
      <Cell phone="below" className="sm:hidden">
        {how !== 'skip' && row.firstCharge && (
          <p>
            {row.plan?.name}: <Charge charge={row.firstCharge} />
          </p>
        )}
        <RowDetails row={row} choice={choices.get(row.line)} onChoice={onChoice} />
      </Cell>
    </tr>
  )
}

function Charge({ charge }: { charge: FirstCharge | null }) {
  if (!charge) return null
  return (
    <>
      <span className="tabular-nums">{formatMoney(charge.totalCents, charge.currency)}</span>{' '}
      <span className="text-muted">{whenCharged(charge)}</span>
    </>
  )
}

function RowDetails({
  row,
  choice,
  onChoice,
  className,
}: {
  row: CheckedRow
  choice: RowChoice | undefined
  onChoice(choice: RowChoice): void
  className?: string
}) {
  const problems = problemsOf(row)
  if (problems.length === 0 && row.state !== 'similar') return null
  return (
    <div className={className}>
      {row.state === 'similar' && <SamePerson row={row} choice={choice} onChoice={onChoice} />}
      {problems.map((problem) => (
        <span key={problem} className="mt-1 block text-note break-words">
          {problem}
        </span>
      ))}
    </div>
  )
}

/** A new patient, or one of the similar ones: skipped, or completed. */
function SamePerson({
  row,
  choice,
  onChoice,
}: {
  row: CheckedRow
  choice: RowChoice | undefined
  onChoice(choice: RowChoice): void
}) {
  const { line, similar } = row
  const how = choiceOf(row, new Map(choice ? [[line, choice]] : []))
  const filled =
    how === 'fill' ? similar.findIndex(({ patientId }) => patientId === (choice?.patientId ?? null)) : -1
  const choose = (value: string) => {
    if (value === 'new' || value === 'skip') return onChoice({ line, how: value })
    const patientId = similar[Number(value)]?.patientId ?? null
    onChoice({ line, how: 'fill', patientId })
  }
  const [first] = similar
  return (
    <div className="mt-2 sm:w-72">
      <Select
        aria-label={texts.choice(row.name)}
        value={how === 'fill' ? String(filled) : how}
        onChange={(event) => choose(event.target.value)}
      >
        <option value="new">{texts.isNew}</option>
        {first && <option value="skip">{texts.skipAs(personText(first))}</option>}
        {similar.map((person, at) => (
          <option key={person.patientId ?? person.line} value={at}>
            {texts.fillAs(personText(person))}
          </option>
        ))}
      </Select>
    </div>
  )
}

function personText({ name, bornOn, line }: SimilarPerson): string {
  if (line !== null) return texts.similarLine(name, line)
  return texts.similarPatient(name, bornOn && dateInFull(bornOn))
}

function whenCharged({ on, afterDays }: FirstCharge): string {
  if (on) return texts.on(dateInText(on))
  return afterDays > 0 ? texts.afterTrial(afterDays) : texts.onJoining
}
