import { statementTexts } from '#domain/texts/statements.ts'
import { DateText } from '#web/components/date-text.tsx'
import { MoneyText } from '#web/components/money-text.tsx'
import { Cell, Table } from '#web/components/ui/table.tsx'
import type { NamedStatementLine } from './statement-query.ts'

const texts = statementTexts.detail
const { columns } = texts

/** Every payment and refund of a closed month. */
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
            <td className="font-semibold sm:font-normal">
              <DateText value={line.occurredAt} timeZone={timeZone} withTime />
            </td>
            <Cell label={columns.kind}>{texts.kinds[line.kind]}</Cell>
            <Cell label={columns.patient}>
              <span className="break-words">{line.patientName ?? '–'}</span>
            </Cell>
            <Cell label={columns.invoice}>{line.invoiceNumber ?? '–'}</Cell>
            <Cell label={columns.reference}>
              <span className="text-note break-all text-muted">{line.reference}</span>
            </Cell>
            <Cell label={columns.amount} align="end">
              <MoneyText cents={line.amountCents} currency={currency} />
            </Cell>
          </tr>
        ))}
        <tr className="font-semibold">
          <td className="sm:hidden">{texts.total}</td>
          <td colSpan={5} className="max-sm:hidden!">
            {texts.total}
          </td>
          <Cell label={columns.amount} align="end">
            <MoneyText cents={total} currency={currency} />
          </Cell>
        </tr>
      </tbody>
    </Table>
  )
}
