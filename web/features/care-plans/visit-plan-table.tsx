import type { PlannedVisit } from '#domain/care-plans/care-plans.ts'
import { totalFees } from '#domain/care-plans/shown-plan.ts'
import { carePlanTexts } from '#domain/texts/care-plans.ts'
import { type Currency, formatMoney } from '#domain/values/money.ts'

const texts = carePlanTexts.home
const columns = [texts.visit, texts.timing, texts.purpose, texts.visitCode] as const

/** Visits with timing, purpose, billing code and fee, and the total. On phones every visit is a block. */
export function VisitPlanTable({
  visits,
  currency,
  label = texts.visits,
}: {
  visits: readonly PlannedVisit[]
  currency: Currency
  label?: string
}) {
  const total = totalFees(visits)
  const feeOf = (cents: number | null) => (cents === null ? '' : formatMoney(cents, currency))
  return (
    <>
      <table aria-label={label} className="w-full text-form max-sm:hidden print:table">
        <thead>
          <tr className="text-left text-note text-muted">
            {columns.map((column) => (
              <th key={column} scope="col" className="py-2 pr-4">
                {column}
              </th>
            ))}
            <th scope="col" className="py-2 text-right">
              {texts.fee}
            </th>
          </tr>
        </thead>
        <tbody>
          {visits.map(({ visit, timing, purpose, code, feeCents }, at) => (
            // a saved plan never changes its order on the screen
            <tr key={String(at)} className="border-t border-line align-top">
              <th scope="row" className="py-2.5 pr-4 text-left font-semibold break-words">
                {visit}
              </th>
              <td className="py-2.5 pr-4 break-words">{timing}</td>
              <td className="py-2.5 pr-4 break-words">{purpose}</td>
              <td className="py-2.5 pr-4 break-words">{code}</td>
              <td className="py-2.5 text-right tabular-nums">{feeOf(feeCents)}</td>
            </tr>
          ))}
        </tbody>
        {total !== null && (
          <tfoot>
            <tr className="border-t border-control font-semibold">
              <th scope="row" colSpan={4} className="py-2.5 text-left">
                {texts.total}
              </th>
              <td className="py-2.5 text-right tabular-nums">{feeOf(total)}</td>
            </tr>
          </tfoot>
        )}
      </table>
      <div className="text-form sm:hidden print:hidden">
        <ul aria-label={label} className="divide-y divide-line">
          {visits.map(({ visit, timing, purpose, code, feeCents }, at) => (
            <li key={String(at)} className="py-3 first:pt-0">
              <p className="flex justify-between gap-3 font-semibold">
                <span className="min-w-0 break-words">{visit}</span>
                <span className="tabular-nums">{feeOf(feeCents)}</span>
              </p>
              <p className="text-note break-words text-muted">
                {[timing, code].filter((text) => text !== '').join(' · ')}
              </p>
              {purpose && <p className="mt-1 break-words">{purpose}</p>}
            </li>
          ))}
        </ul>
        {total !== null && (
          <p className="flex justify-between gap-3 border-t border-control pt-3 font-semibold">
            <span>{texts.total}</span>
            <span className="tabular-nums">{feeOf(total)}</span>
          </p>
        )}
      </div>
    </>
  )
}
