import { type ReactNode, useId } from 'react'
import { Card, CardTitle } from '#web/components/ui/card.tsx'
import { cn } from '#web/components/ui/class-names.ts'

/** A chart with a summary sentence and the same figures as a table; without a table, the sentence alone. */
export function FigureCard({
  title,
  sentence,
  note,
  chart,
  table,
  isNarrow = false,
}: {
  title: string
  sentence: string
  note?: ReactNode
  chart: ReactNode
  table: ReactNode
  /** in half of the page: the chart above the table */
  isNarrow?: boolean
}) {
  const id = useId()
  return (
    <Card role="region" aria-labelledby={id}>
      <CardTitle id={id}>{title}</CardTitle>
      <p className="mt-1">{sentence}</p>
      {note && <div className="mt-1 text-note text-muted">{note}</div>}
      {table && (
        <div className={cn('mt-5 grid items-start gap-6', !isNarrow && 'lg:grid-cols-2')}>
          {chart && <div>{chart}</div>}
          <div className="min-w-0">{table}</div>
        </div>
      )}
    </Card>
  )
}

export function FigureTable({
  label,
  columns,
  rows,
}: {
  label: string
  columns: readonly string[]
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
}) {
  return (
    <table aria-label={label} className="w-full text-form">
      <thead>
        <tr className="text-left text-note text-muted">
          {columns.map((column, at) => (
            <th key={column} scope="col" className={at === 0 ? 'py-1 pr-3' : 'py-1 pl-3 text-right'}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells: [first, ...rest] }) => (
          <tr key={key} className="border-t border-line">
            <th scope="row" className="py-1.5 pr-3 text-left font-normal break-words">
              {first}
            </th>
            {rest.map((cell, at) => (
              <td key={String(at)} className="py-1.5 pl-3 text-right tabular-nums">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
