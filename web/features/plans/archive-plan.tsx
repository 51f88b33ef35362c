import { planTexts } from '#domain/texts/plans.ts'
import { AskFirst } from '#web/components/access/ask-first.tsx'
import type { TeamPlan } from './queries.ts'
import { usePlanActions } from './use-plan-actions.ts'

const texts = planTexts.archive

export function ArchivePlan({ plan }: { plan: TeamPlan }) {
  const { archive } = usePlanActions()
  return (
    <AskFirst
      label={texts.action}
      ask={{
        title: texts.title(plan.name),
        consequence: texts.consequence,
        keep: texts.keep,
        action: texts.action,
      }}
      isBusy={archive.isPending}
      onAction={(done) => archive.mutate(plan.id, { onSettled: done })}
    />
  )
}
