import { useId, useState } from 'react'
import { breakEvenCents, offerCosts } from '#domain/clinic-tier/cheaper-offer.ts'
import { productPlans } from '#domain/clinic-tier/product-plans.ts'
import { clinicTierTexts } from '#domain/texts/clinic-tier.ts'
import { formatPrice } from '#domain/values/money.ts'
import { Bar } from '#web/components/charts.tsx'
import { Badge } from '#web/components/ui/badge.tsx'
import { cn } from '#web/components/ui/class-names.ts'
import { Label } from '#web/components/ui/label.tsx'

const texts = clinicTierTexts.pricing.cheaper
const dollars = { first: 400, most: 3_000, step: 25 }

/**
 * Compares the commission with the monthly prices, for a revenue that the visitor chooses.
 * @param revenueCents the clinic's of this month, with which it begins
 */
export function CheaperOffer({ revenueCents }: { revenueCents?: number | undefined }) {
  const own =
    revenueCents === undefined
      ? null
      : Math.max(0, Math.round(revenueCents / 100 / dollars.step)) * dollars.step
  const [revenue, setRevenue] = useState(own ?? dollars.first)
  const id = useId()
  const mostRevenue = Math.max(dollars.most, own ?? 0)
  const most = Math.max(...offerCosts(mostRevenue * 100).map(({ cents }) => cents))
  const costs = offerCosts(revenue * 100)
  return (
    <div className="mt-6 grid gap-x-16 gap-y-8 lg:grid-cols-2">
      <div className="scriptless:hidden">
        <div className="flex items-baseline justify-between gap-4">
          <Label htmlFor={id}>{texts.label}</Label>
          <span aria-hidden className="font-display text-h3 font-medium tabular-nums">
            {formatPrice(revenue * 100, 'usd')}
          </span>
        </div>
        <input
          id={id}
          type="range"
          min={0}
          max={mostRevenue}
          step={dollars.step}
          value={revenue}
          aria-valuetext={formatPrice(revenue * 100, 'usd')}
          className="mt-2 h-11 w-full accent-primary"
          onChange={(event) => setRevenue(Number(event.target.value))}
        />
        {own !== null && <p className="text-note text-muted">{texts.own(formatPrice(own * 100, 'usd'))}</p>}
      </div>
      <output htmlFor={id} className="block space-y-3 scriptless:hidden">
        {costs.map(({ plan, cents, isCheapest }) => (
          <span key={plan?.id ?? 'partnership'} className="flex items-center gap-4 text-form">
            <span className={cn('min-w-0 flex-1 sm:w-32 sm:flex-none', isCheapest && 'font-semibold')}>
              {plan?.name ?? texts.commission}
            </span>
            <span className="hidden min-w-0 flex-1 sm:block">
              <Bar parts={[cents]} whole={most} />
            </span>
            <span className="w-16 flex-none text-right tabular-nums">{formatPrice(cents, 'usd')}</span>
            <span className="w-20 flex-none">
              {isCheapest && <Badge tone="success">{texts.cheapest}</Badge>}
            </span>
          </span>
        ))}
      </output>
      <p className="max-w-[68ch] text-form text-muted lg:col-span-2">
        {texts.breakEven(
          new Intl.ListFormat('en-US').format(
            productPlans.map((plan) => texts.from(plan.name, formatPrice(breakEvenCents(plan), 'usd'))),
          ),
        )}
      </p>
    </div>
  )
}
