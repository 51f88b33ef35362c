import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ProductPlan } from '#domain/clinic-tier/product-plans.ts'
import { clinicTierTexts } from '#domain/texts/clinic-tier.ts'
import { formatPrice } from '#domain/values/money.ts'
import { Badge } from '#web/components/ui/badge.tsx'
import { Card } from '#web/components/ui/card.tsx'
import { cn } from '#web/components/ui/class-names.ts'
import { OfferLines } from './offer-lines.tsx'

const texts = clinicTierTexts.pricing

/** A plan that a clinic can subscribe to. @param children its button */
export function PlanCard({ plan, children }: { plan: ProductPlan; children: ReactNode }) {
  return (
    <Offer
      name={plan.name}
      isPopular={plan.isPopular}
      cents={plan.monthlyCents}
      commission={texts.noCommission}
      lines={<OfferLines tier={plan.id} features={plan.features} />}
    >
      {children}
    </Offer>
  )
}

/** The commission, with which every clinic starts. @param children its button */
export function PartnershipCard({ children }: { children: ReactNode }) {
  return (
    <Offer
      name={clinicTierTexts.partnership.name}
      cents={0}
      commission={texts.partnership.commission}
      lines={<OfferLines tier="free" features={texts.partnership.features} />}
    >
      {children}
    </Offer>
  )
}

function Offer({
  name,
  isPopular = false,
  cents,
  commission,
  lines,
  children,
}: {
  name: string
  isPopular?: boolean
  cents: number
  commission: string
  lines: ReactNode
  children: ReactNode
}) {
  return (
    <Card fold={isPopular} className={cn('flex flex-col', isPopular && 'border-primary shadow-layer')}>
      <div className="flex min-h-7 items-center gap-2 pr-6">
        <h2 className="font-display text-h3 font-medium">{name}</h2>
        {isPopular && <Badge tone="tint">{texts.popular}</Badge>}
      </div>
      <p className="mt-3 flex items-baseline gap-2">
        <span className="font-display text-hero font-medium tabular-nums">{formatPrice(cents, 'usd')}</span>
        <span className="text-muted">{texts.perMonth}</span>
      </p>
      <p className="text-form text-muted">{commission}</p>
      {lines}
      <div className="mt-auto">{children}</div>
    </Card>
  )
}

/** In place of a plan's button. */
export function CurrentMark() {
  return (
    <p className="flex min-h-13 items-center justify-center gap-2 rounded-control border border-line font-semibold">
      <Check aria-hidden className="size-5 text-success" />
      {texts.current}
    </p>
  )
}
