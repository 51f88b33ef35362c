import { FileText } from 'lucide-react'
import { Link } from 'react-router'
import type { MoneyOverview } from '#domain/statements/statements.ts'
import { statementTexts } from '#domain/texts/statements.ts'
import { formatMonth } from '#domain/values/dates.ts'
import { EmptyState } from '#web/components/empty-state.tsx'
import { MoneyText } from '#web/components/money-text.tsx'
import { Cell, Table } from '#web/components/ui/table.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { PaymentBadge } from './payment-badge.tsx'

const { columns, tableLabel, emptyTitle } = statementTexts.list

/** Closed months, newest first. @param pathOf path of a month's statement */
export function StatementTable({
  statements,
  firstCloses,
  pathOf,
}: {
  statements: MoneyOverview['closed']
  /** date when the first month closes, shown while there is none */
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
        {statements.map(({ month, currency, netCents, commissionCents, payment }) => (
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
              <PaymentBadge payment={payment} isOwed={commissionCents > 0} />
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
