import { kindText, type MoneyReport, taxText } from '#domain/reports/entries.ts'
import { reportTexts } from '#domain/texts/reports.ts'
import { formatMonth } from '#domain/values/dates.ts'
import { formatMoney } from '#domain/values/money.ts'
import { SectionCard } from '#web/components/page/section-card.tsx'
import { cn } from '#web/components/ui/class-names.ts'

const { totals, taxes, deferred } = reportTexts

/** Money received and given back, Stripe's fees and the rest; then the payouts to the bank. */
export function TotalsCard({ report: { kinds, currency } }: { report: MoneyReport }) {
  const { columns } = totals
  const money = (cents: number) => formatMoney(cents, currency)
  const moved = kinds.filter(({ amountCents, feeCents }) => amountCents !== 0 || feeCents !== 0)
  const banked = kinds.filter(({ bankCents }) => bankCents !== 0)
  const left = moved.reduce((sum, { amountCents, feeCents }) => sum + amountCents + feeCents, 0)
  const writtenOff = kinds.find(({ writtenOffCents }) => writtenOffCents !== 0)
  return (
    <SectionCard title={totals.title} note={totals.lead}>
      {kinds.length === 0 ? (
        <p className="text-muted">{totals.empty}</p>
      ) : (
        <Figures
          label={totals.title}
          heads={[columns.kind, columns.count, columns.taxInIt, columns.amount]}
          rows={[
            ...moved.map(({ kind, count, taxCents, amountCents, feeCents }) => [
              kindText(kind),
              String(count),
              taxCents === 0 ? '' : money(taxCents),
              money(amountCents + feeCents),
            ]),
            [totals.left, '', '', money(left)],
            ...banked.map(({ kind, count, bankCents }) => [
              kindText(kind),
              String(count),
              '',
              money(bankCents),
            ]),
          ]}
          strong={moved.length}
        />
      )}
      {writtenOff && (
        <p className="mt-4 text-form text-muted">
          {totals.writtenOff(money(writtenOff.writtenOffCents), writtenOff.count)}
        </p>
      )}
    </SectionCard>
  )
}

export function TaxCard({ report: { taxes: rows, currency } }: { report: MoneyReport }) {
  if (rows.every(({ name }) => name === null)) return null
  const { columns } = taxes
  const money = (cents: number) => formatMoney(cents, currency)
  return (
    <SectionCard title={taxes.title} note={taxes.lead}>
      <Figures
        label={taxes.title}
        heads={[columns.tax, columns.sales, columns.collected, columns.givenBack, columns.owed]}
        rows={rows.map((tax) => [
          taxText(tax),
          money(tax.salesCents),
          money(tax.collectedCents),
          money(tax.givenBackCents),
          money(tax.collectedCents - tax.givenBackCents),
        ])}
        onlyWide={1}
      />
    </SectionCard>
  )
}

export function DeferredCard({ report: { deferred: months, currency } }: { report: MoneyReport }) {
  const { columns } = deferred
  const money = (cents: number) => formatMoney(cents, currency)
  return (
    <SectionCard title={deferred.title} note={deferred.lead}>
      {months.length === 0 ? (
        <p className="text-muted">{deferred.empty}</p>
      ) : (
        <Figures
          label={deferred.title}
          heads={[columns.month, columns.cash, columns.recognized, columns.deferred]}
          rows={months.map(({ month, cashCents, recognizedCents, deferredCents }) => [
            formatMonth(month),
            cashCents === 0 ? '' : money(cashCents),
            money(recognizedCents),
            money(deferredCents),
          ])}
        />
      )}
    </SectionCard>
  )
}

/** @param strong the row of a total @param onlyWide a column that phones omit */
function Figures({
  label,
  heads,
  rows,
  strong,
  onlyWide,
}: {
  label: string
  heads: readonly string[]
  rows: readonly (readonly string[])[]
  strong?: number
  onlyWide?: number
}) {
  // a column without a figure, such as the tax of a clinic that charges none
  const isEmpty = (column: number) => column > 0 && rows.every((row) => row[column] === '')
  const hidden = (column: number) => (isEmpty(column) ? 'hidden' : column === onlyWide && 'max-sm:hidden')
  return (
    <table aria-label={label} className="w-full text-form">
      <thead>
        <tr className="text-note text-muted">
          {heads.map((head, column) => (
            <th
              key={head}
              scope="col"
              className={cn('py-1', column === 0 ? 'pr-3 text-left' : 'pl-3 text-right', hidden(column))}
            >
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...cells], row) => (
          <tr key={name} className={cn('border-t border-line', row === strong && 'font-semibold')}>
            <th
              scope="row"
              className={cn(
                'py-1.5 pr-3 text-left break-words',
                row === strong ? 'font-semibold' : 'font-normal',
              )}
            >
              {name}
            </th>
            {cells.map((cell, at) => (
              <td key={heads[at + 1]} className={cn('py-1.5 pl-3 text-right tabular-nums', hidden(at + 1))}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
