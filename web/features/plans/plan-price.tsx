import type { PlanInterval } from '#domain/plans/plans.ts'
import { planTexts } from '#domain/texts/plans.ts'
import { formatPrice } from '#domain/values/money.ts'

export function PlanPrice({
  price,
}: {
  price: { amountCents: number; currency: string; interval: PlanInterval } | null
}) {
  if (!price) return null
  return (
    <span className="whitespace-nowrap tabular-nums">
      {formatPrice(price.amountCents, price.currency)}{' '}
      <span className="text-muted">{planTexts.perInterval[price.interval]}</span>
    </span>
  )
}
