import type { Place } from '#domain/plans/places.ts'
import type { LeavingRefund, PlanKind } from '#domain/plans/plans.ts'
import type { PlanPrices } from '#domain/plans/price-rows.ts'
import { planTexts } from '#domain/texts/plans.ts'
import { OfferCard } from '#web/features/checkouts/offer-card.tsx'

const texts = planTexts.page

/** A plan for the preview; while it is edited, any part may be missing. */
export interface PreviewedPlan {
  kind: PlanKind
  name: string
  description: string
  includes: readonly string[]
  excludes: readonly string[]
  childAgeLimit: number
  trialDays: number
  leavingRefund: LeavingRefund
  place: Place | null
  price: Omit<PlanPrices, 'id'>
}

/** A plan as patients see it: the join page's card without its button. */
export function PlanPreview({ plan }: { plan: PreviewedPlan }) {
  const price = { ...plan.price, id: 'preview' }
  return (
    <OfferCard
      price={price}
      offer={{
        id: 'preview',
        kind: plan.kind,
        name: plan.name.trim() || texts.nameEmpty,
        description: plan.description.trim(),
        includes: [...new Set(plan.includes)],
        excludes: [...new Set(plan.excludes)],
        childAgeLimit: plan.childAgeLimit,
        trialDays: plan.trialDays,
        maxPauseMonths: 0,
        leavingRefund: plan.leavingRefund,
        place: plan.place,
        prices: [price],
      }}
    />
  )
}
