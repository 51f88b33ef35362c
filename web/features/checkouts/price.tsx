import { formatPrice } from '#domain/money.ts'
import { checkoutTexts } from '#domain/texts/checkouts.ts'
import { cn } from '#web/components/ui/class-names.ts'
import type { OfferPrice } from './offers.ts'

/** "$49 a month", large. */
export function Price({ price, className }: { price: OfferPrice; className?: string }) {
  return (
    <p className={cn('flex flex-wrap items-baseline gap-x-2', className)}>
      <span className="font-display text-h1 font-medium tabular-nums">
        {formatPrice(price.amount_cents, price.currency)}
      </span>
      <span className="text-muted">{checkoutTexts.perInterval[price.interval]}</span>
    </p>
  )
}
