import type { ReactNode } from 'react'
import { dateInText } from '#domain/dates.ts'
import { planTexts } from '#domain/texts/plans.ts'
import { Card } from '#web/components/ui/card.tsx'
import { ClosePlan } from './close-plan.tsx'
import type { TeamPlan } from './queries.ts'

const texts = planTexts.page

/** A plan that can no longer be edited: its content, its members, and closing it. */
export function PlanDetail({
  plan,
  preview,
  timeZone,
  canChange,
}: {
  plan: TeamPlan
  preview: ReactNode
  timeZone: string
  canChange: boolean
}) {
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[21rem_minmax(0,1fr)]">
      <div>
        <p className="mb-3 text-note font-semibold text-muted">{texts.preview}</p>
        {preview}
      </div>
      <Card className="space-y-4 lg:mt-8">
        <p className="font-display text-h2 font-medium">{texts.members(plan.memberCount)}</p>
        <p className="text-muted">{standing(plan, timeZone)}</p>
        {plan.status === 'published' && canChange && (
          <>
            <p className="text-muted">{texts.changeHint}</p>
            <ClosePlan plan={plan} />
          </>
        )}
      </Card>
    </div>
  )
}

function standing(plan: TeamPlan, timeZone: string): string {
  if (plan.closedAt) return texts.closedOn(dateInText(plan.closedAt, timeZone))
  if (plan.publishedAt) return texts.publishedOn(dateInText(plan.publishedAt, timeZone))
  return texts.draftReadOnly
}
