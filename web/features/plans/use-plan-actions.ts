import { useMutation } from '@tanstack/react-query'
import type { SavePlanInput } from '#domain/plans/plans.ts'
import { planTexts } from '#domain/texts/plans.ts'
import { toast } from '#web/components/ui/toast.ts'
import { callFunction } from '#web/lib/api.ts'
import { useRefreshClinic } from '#web/lib/refresh-clinic.ts'
import { describeRefusal } from '#web/lib/refusals.ts'

/** The three things an admin does to a plan. Each gives the plan as it then stands, and reads the lists anew. */
export function usePlanActions() {
  // also after a refusal: what was refused was decided on an old picture. Awaited, so that a new plan's page finds it
  const onSettled = useRefreshClinic()

  const save = useMutation({
    mutationFn: (input: SavePlanInput) => callFunction('save-plan', input),
    onSettled,
  })
  const publish = useMutation({
    mutationFn: (planId: string) => callFunction('publish-plan', { planId }),
    onSettled,
  })
  const close = useMutation({
    mutationFn: (planId: string) => callFunction('close-plan', { planId }),
    onSuccess: () => toast.success(planTexts.close.done),
    onError: (error) => toast.error(planTexts.close.failed, describeRefusal(error)),
    onSettled,
  })
  return { save, publish, close }
}
