import { planIntervals } from '#domain/plans/plans.ts'
import { checkoutTexts } from '#domain/texts/checkouts.ts'
import { cn } from '#web/components/ui/class-names.ts'

export const intervalChoices = planIntervals.map(
  (interval) => [interval, checkoutTexts.interval[interval]] as const,
)

/** Classes of the list of cards: one card has reading width; two or three share the full width. */
export function offerGrid(count: number): string {
  const columns =
    count === 1
      ? 'max-w-120'
      : count === 2 || count === 4
        ? 'max-w-220 md:grid-cols-2'
        : 'md:grid-cols-2 lg:grid-cols-3'
  return cn('mt-8 grid grid-cols-1 gap-6', columns)
}
