import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { planTexts } from '#domain/texts/plans.ts'
import { dateInText } from '#domain/values/dates.ts'
import { Button } from '#web/components/ui/button.tsx'
import { Card } from '#web/components/ui/card.tsx'
import { ArchivePlan } from './archive-plan.tsx'
import { ClosePlan } from './close-plan.tsx'
import { MoveMembers } from './move-members.tsx'
import { PlanVersions } from './plan-versions.tsx'
import type { TeamPlan } from './queries.ts'

const texts = planTexts.page

/**
 * @param changePath page to change it for new members
 * @param duplicatePath page to create a draft with the same content
 */
export function PlanDetail({
  plan,
  preview,
  timeZone,
  canChange,
  changePath,
  duplicatePath,
}: {
  plan: TeamPlan
  preview: ReactNode
  timeZone: string
  canChange: boolean
  changePath: string
  duplicatePath: string
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
        {plan.versions.length > 1 && <PlanVersions versions={plan.versions} timeZone={timeZone} />}
        {canChange && (
          <>
            {plan.status === 'published' && <p className="text-muted">{texts.changeHint}</p>}
            <div className="flex flex-wrap gap-3">
              {plan.status === 'published' && (
                <Button asChild>
                  <Link to={changePath}>{planTexts.change.action}</Link>
                </Button>
              )}
              <Button asChild variant="outline">
                <Link to={duplicatePath}>{planTexts.duplicate.action}</Link>
              </Button>
              {plan.status === 'published' && hasEarlierMembers(plan) && <MoveMembers planId={plan.id} />}
              {plan.status === 'published' && <ClosePlan plan={plan} />}
              {plan.status === 'closed' && plan.memberCount === 0 && <ArchivePlan plan={plan} />}
            </div>
          </>
        )}
      </Card>
    </div>
  )
}

/** True if a patient has a version that is no longer on sale. */
function hasEarlierMembers({ versions }: TeamPlan): boolean {
  return versions.some(({ supersededAt, memberCount }) => supersededAt !== null && memberCount > 0)
}

function standing(plan: TeamPlan, timeZone: string): string {
  if (plan.closedAt) return texts.closedOn(dateInText(plan.closedAt, timeZone))
  if (plan.publishedAt) return texts.publishedOn(dateInText(plan.publishedAt, timeZone))
  return texts.draftReadOnly
}
