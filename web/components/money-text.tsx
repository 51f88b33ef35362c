import { formatMoney } from '#domain/values/money.ts'
import { cn } from './ui/class-names.ts'

/** "$49.00" in tabular figures, from whole cents. */
export function MoneyText({
  cents,
  currency = 'usd',
  className,
}: {
  cents: number
  currency?: string
  className?: string
}) {
  return <span className={cn('tabular-nums', className)}>{formatMoney(cents, currency)}</span>
}
