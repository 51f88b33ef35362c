import { planTexts } from '#domain/texts/plans.ts'
import { AskFirst } from '#web/components/access/ask-first.tsx'
import type { TeamPlan } from './queries.ts'
import { usePlanActions } from './use-plan-actions.ts'

export function ClosePlan({ plan }: { plan: TeamPlan }) {
  const { close } = usePlanActions()
  return (
    <AskFirst
      label={planTexts.close.action}
      ask={{
        title: planTexts.page.closeTitle(plan.name),
        consequence: planTexts.page.closeConsequence(plan.memberCount),
        keep: planTexts.close.keep,
        action: planTexts.close.action,
      }}
      isBusy={close.isPending}
      onAction={(done) => close.mutate(plan.id, { onSettled: done })}
    />
  )
}
