import type { PlanInterval, PlanKind } from '#domain/plans/plans.ts'
import { planTexts } from '#domain/texts/plans.ts'
import { OfferCard } from '#web/features/checkouts/offer-card.tsx'

const texts = planTexts.page

/** A plan for the preview; while it is edited, any part may be missing. */
export interface PreviewedPlan {
  kind: PlanKind
  name: string
  description: string
  includes: readonly string[]
  /** null while no valid amount has been typed */
  amountCents: number | null
  currency: string
  interval: PlanInterval
}

/** A plan as patients see it: the join page's own card, without its button. */
export function PlanPreview({ plan }: { plan: PreviewedPlan }) {
  const price = {
    id: 'preview',
    interval: plan.interval,
    amount_cents: plan.amountCents ?? 0,
    currency: plan.currency,
  }
  return (
    <OfferCard
      price={price}
      offer={{
        id: 'preview',
        kind: plan.kind,
        name: plan.name.trim() || texts.nameEmpty,
        description: plan.description.trim(),
        includes: [...new Set(plan.includes)],
        prices: [price],
      }}
    />
  )
}
