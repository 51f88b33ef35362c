import { Check } from 'lucide-react'
import type { PlanInterval } from '#domain/plans.ts'
import { clinicAreaTexts } from '#domain/texts/clinic.ts'
import { planTexts } from '#domain/texts/plans.ts'
import { Card } from '../../components/ui/card.tsx'
import { formatPrice } from '../../lib/format.ts'

/** What the preview shows; while a plan is being written any part may still be missing. */
export interface PreviewedPlan {
  name: string
  description: string
  includes: readonly string[]
  /** null while no valid amount has been typed */
  amountCents: number | null
  currency: string
  interval: PlanInterval
}

/** A plan as patients meet it on the join page. */
export function PlanPreview({
  plan,
  headingLevel: Heading = 'h3',
}: {
  plan: PreviewedPlan
  headingLevel?: 'h2' | 'h3'
}) {
  return (
    <Card fold className="flex h-full flex-col">
      <Heading className="pr-8 font-display text-h3 font-medium break-words">
        {plan.name.trim() || <span className="text-muted">{clinicAreaTexts.plans.nameEmpty}</span>}
      </Heading>
      <p className="mt-2 flex items-baseline gap-1.5">
        <span className="font-display text-h1 font-medium tabular-nums">
          {plan.amountCents === null ? '–' : formatPrice(plan.amountCents, plan.currency)}
        </span>
        <span className="text-muted">{planTexts.perInterval[plan.interval]}</span>
      </p>
      {plan.description.trim() && (
        <p className="mt-3 break-words whitespace-pre-line">{plan.description.trim()}</p>
      )}
      {plan.includes.length > 0 ? (
        <ul className="mt-4 space-y-2 border-t border-line pt-4">
          {plan.includes.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two lines may say the same, and lines have no identity
            <li key={index} className="flex gap-2.5">
              <Check aria-hidden className="mt-1 size-4.5 flex-none text-primary" />
              <span className="min-w-0 break-words">{line}</span>
            </li>
          ))}
        </ul>
      ) : (
        <p className="mt-4 border-t border-line pt-4 text-form text-muted">
          {clinicAreaTexts.plans.includesEmpty}
        </p>
      )}
    </Card>
  )
}
