import { checkoutTexts } from '#domain/texts/checkouts.ts'
import { formatPrice } from '#domain/values/money.ts'
import { cn } from '#web/components/ui/class-names.ts'
import type { OfferPrice } from './offers.ts'

/** "$49 a month", large. @param perWhom "for an adult" */
export function Price({
  price,
  perWhom,
  className,
}: {
  price: OfferPrice
  perWhom?: string | undefined
  className?: string
}) {
  return (
    <p className={cn('flex flex-wrap items-baseline gap-x-2', className)}>
      <span className="font-display text-h1 font-medium tabular-nums">
        {formatPrice(price.amountCents, price.currency)}
      </span>
      <span className="text-muted">
        {checkoutTexts.perInterval[price.interval]}
        {perWhom && ` ${perWhom}`}
      </span>
    </p>
  )
}
