import { useState } from 'react'
import { clinicAreaTexts } from '#domain/texts/clinic.ts'
import { planTexts } from '#domain/texts/plans.ts'
import { AlertDialog } from '../../components/ui/alert-dialog.tsx'
import { Button } from '../../components/ui/button.tsx'
import type { TeamPlan } from './queries.ts'
import { usePlanActions } from './use-plan-actions.ts'

/** Closes a published plan for new members, after saying what that means. */
export function ClosePlan({ plan }: { plan: TeamPlan }) {
  const [isOpen, setOpen] = useState(false)
  const { close } = usePlanActions()
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        {planTexts.close.action}
      </Button>
      <AlertDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={clinicAreaTexts.plans.closeTitle(plan.name)}
        consequence={clinicAreaTexts.plans.closeConsequence(plan.memberCount)}
        safeLabel={planTexts.close.keep}
        actionLabel={planTexts.close.action}
        isBusy={close.isPending}
        onAction={() => close.mutate(plan.id, { onSettled: () => setOpen(false) })}
      />
    </>
  )
}
