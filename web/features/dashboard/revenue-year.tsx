import { useId } from 'react'
import { Link } from 'react-router'
import type { RevenueMonth } from '#domain/statements/statements.ts'
import { dashboardTexts } from '#domain/texts/dashboard.ts'
import { formatMonth } from '#domain/values/dates.ts'
import { formatMoney } from '#domain/values/money.ts'
import { Bar } from '#web/components/charts.tsx'
import { Card, CardNote, CardTitle } from '#web/components/ui/card.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'

const texts = dashboardTexts.year

/** Twelve months of revenue as labeled bars; a closed month links to its statement. Nothing without revenue. */
export function RevenueYear({
  months,
  currency,
  pathOf,
}: {
  months: readonly RevenueMonth[]
  currency: string
  pathOf(month: string): string
}) {
  const id = useId()
  const best = months.reduce<RevenueMonth | null>(
    (best, each) => (each.cents > (best?.cents ?? 0) ? each : best),
    null,
  )
  if (!best) return null
  const total = months.reduce((sum, { cents }) => sum + cents, 0)
  return (
    <Card role="region" aria-labelledby={id}>
      <CardTitle id={id}>{texts.title}</CardTitle>
      <CardNote>{texts.sentence(formatMoney(total, currency), formatMonth(best.month))}</CardNote>
      <table className="mt-4 w-full text-form">
        <thead className="sr-only">
          <tr>
            <th scope="col">{texts.month}</th>
            <th scope="col">{texts.amount}</th>
          </tr>
        </thead>
        <tbody>
          {months.toReversed().map(({ month, cents, isClosed }) => (
            <tr key={month}>
              <th scope="row" className="w-px py-1 pr-4 text-left font-normal whitespace-nowrap">
                {isClosed ? (
                  <Link to={withClinic(pathOf(month))} className="link font-normal">
                    {formatMonth(month)}
                  </Link>
                ) : (
                  formatMonth(month)
                )}
              </th>
              <td className="py-1">
                <span className="flex items-center gap-3">
                  <span className="min-w-0 flex-1">
                    <Bar parts={[cents]} whole={best.cents} />
                  </span>
                  <span className="min-w-18 text-right tabular-nums">{formatMoney(cents, currency)}</span>
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}
