import { coversHousehold } from '#domain/plans/household.ts'
import type { PlanPrices } from '#domain/plans/price-rows.ts'
import { planTexts } from '#domain/texts/plans.ts'
import { formatPrice } from '#domain/values/money.ts'

/** "$49 / month"; of a plan for households "$49 / month for an adult". */
export function PlanPrice({ price }: { price: PlanPrices | null }) {
  if (!price) return null
  return (
    <>
      <span className="whitespace-nowrap tabular-nums">
        {formatPrice(price.amountCents, price.currency)}{' '}
        <span className="text-muted">{planTexts.perInterval[price.interval]}</span>
      </span>
      {coversHousehold(price) && (
        <>
          {' '}
          <span className="whitespace-nowrap text-muted">{planTexts.perAdult}</span>
        </>
      )}
    </>
  )
}
