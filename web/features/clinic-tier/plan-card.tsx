import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ProductPlan } from '#domain/clinic-tier/product-plans.ts'
import { clinicTierTexts } from '#domain/texts/clinic-tier.ts'
import { formatPrice } from '#domain/values/money.ts'
import { Badge } from '#web/components/ui/badge.tsx'
import { Card } from '#web/components/ui/card.tsx'
import { cn } from '#web/components/ui/class-names.ts'

const texts = clinicTierTexts.pricing

/** A plan that a clinic can subscribe to. @param children its button */
export function PlanCard({ plan, children }: { plan: ProductPlan; children: ReactNode }) {
  return (
    <Card
      fold={plan.isPopular}
      className={cn('flex flex-col sm:p-8', plan.isPopular && 'border-primary shadow-layer')}
    >
      <div className="flex min-h-7 items-center gap-3 pr-8">
        <h2 className="font-display text-h3 font-medium">{plan.name}</h2>
        {plan.isPopular && <Badge tone="tint">{texts.popular}</Badge>}
      </div>
      <p className="mt-4 flex items-baseline gap-2">
        <span className="font-display text-hero font-medium tabular-nums">
          {formatPrice(plan.monthlyCents, 'usd')}
        </span>
        <span className="text-muted">{texts.perMonth}</span>
      </p>
      <ul className="mt-6 mb-8 space-y-3 border-t border-line pt-6 text-form">
        {plan.features.map((feature) => (
          <li key={feature} className="flex gap-2.5">
            <Check aria-hidden className="mt-0.5 size-4.5 flex-none text-primary" />
            {feature}
          </li>
        ))}
      </ul>
      <div className="mt-auto">{children}</div>
    </Card>
  )
}
