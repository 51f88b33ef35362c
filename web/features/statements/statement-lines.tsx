import { statementTexts } from '#domain/texts/statements.ts'
import { TimeText } from '#web/components/date-text.tsx'
import { MoneyText } from '#web/components/money-text.tsx'
import { Cell, Table } from '#web/components/ui/table.tsx'
import type { NamedStatementLine } from './statement-query.ts'

const texts = statementTexts.detail
const { columns } = texts

export function StatementLines({
  lines,
  currency,
  timeZone,
}: {
  lines: readonly NamedStatementLine[]
  currency: string
  timeZone: string
}) {
  if (lines.length === 0) return <p className="text-muted">{texts.noLines}</p>
  const total = lines.reduce((sum, { amountCents }) => sum + amountCents, 0)
  return (
    <Table label={texts.lines}>
      <thead>
        <tr>
          <th scope="col">{columns.date}</th>
          <th scope="col">{columns.kind}</th>
          <th scope="col">{columns.patient}</th>
          <th scope="col">{columns.invoice}</th>
          <th scope="col">{columns.reference}</th>
          <th scope="col" data-align="end">
            {columns.amount}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={`${line.kind} ${line.reference}`}>
            <Cell phone="note">
              <TimeText value={line.occurredAt} timeZone={timeZone} />
            </Cell>
            <Cell phone="badge" className="max-sm:text-note max-sm:text-muted">
              {texts.kinds[line.kind]}
            </Cell>
            <Cell phone="title" className="max-sm:font-semibold">
              <span className="break-words">{line.patientName ?? '–'}</span>
            </Cell>
            <Cell className="whitespace-nowrap">{line.invoiceNumber ?? '–'}</Cell>
            <Cell>
              <span className="text-note break-all text-muted">{line.reference}</span>
            </Cell>
            <Cell phone="amount" align="end">
              <MoneyText cents={line.amountCents} currency={currency} />
            </Cell>
          </tr>
        ))}
        <tr className="font-semibold">
          <Cell phone="both" colSpan={5}>
            {texts.total}
          </Cell>
          <Cell phone="side" align="end">
            <MoneyText cents={total} currency={currency} />
          </Cell>
        </tr>
      </tbody>
    </Table>
  )
}
