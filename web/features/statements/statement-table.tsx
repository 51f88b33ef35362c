import { FileText } from 'lucide-react'
import { Link } from 'react-router'
import { formatMonth } from '#domain/dates.ts'
import type { ClosedStatementView } from '#domain/statements/statements.ts'
import { statementTexts } from '#domain/texts/statements.ts'
import { EmptyState } from '#web/components/empty-state.tsx'
import { MoneyText } from '#web/components/money-text.tsx'
import { Badge } from '#web/components/ui/badge.tsx'
import { Cell, Table } from '#web/components/ui/table.tsx'
import { withClinic } from '#web/lib/clinic-address.ts'

const { columns, tableLabel, emptyTitle } = statementTexts.list

/** Closed months, newest first. @param pathOf path of a month's statement */
export function StatementTable({
  statements,
  firstCloses,
  pathOf,
}: {
  statements: readonly ClosedStatementView[]
  /** shown while there is none: when the first one closes */
  firstCloses: string
  pathOf(month: string): string
}) {
  if (statements.length === 0) {
    return (
      <EmptyState icon={FileText} title={emptyTitle}>
        {firstCloses}
      </EmptyState>
    )
  }
  return (
    <Table label={tableLabel}>
      <thead>
        <tr>
          <th scope="col">{columns.month}</th>
          <th scope="col" data-align="end">
            {columns.net}
          </th>
          <th scope="col" data-align="end">
            {columns.commission}
          </th>
          <th scope="col">{columns.status}</th>
        </tr>
      </thead>
      <tbody>
        {statements.map(({ month, currency, netCents, commissionCents, status }) => (
          <tr key={month}>
            <Cell phone="title">
              <Link to={withClinic(pathOf(month))} className="link row-link">
                {formatMonth(month)}
              </Link>
            </Cell>
            <Cell phone="note" align="end">
              <MoneyText cents={netCents} currency={currency} />
              <span className="sm:hidden"> {statementTexts.list.netOnPhone}</span>
            </Cell>
            <Cell phone="amount" align="end">
              <MoneyText cents={commissionCents} currency={currency} />
            </Cell>
            <Cell phone="badge">
              <Badge tone={status === 'closed' ? 'info' : 'neutral'}>
                {status === 'closed' ? statementTexts.month.owed : statementTexts.month.nothingOwed}
              </Badge>
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
