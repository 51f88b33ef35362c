import { useMutation } from '@tanstack/react-query'
import type { ChangePlanInput, SavePlanInput } from '#domain/plans/inputs.ts'
import { planTexts } from '#domain/texts/plans.ts'
import { toast } from '#web/components/ui/toast.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { useRefreshClinic } from '#web/lib/fetch/refresh-clinic.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'

/** An admin's actions on a plan. Each resolves to the changed plan and refetches the lists. */
export function usePlanActions() {
  // also after a refusal, which suggests stale data; awaited, so that a new plan's page finds it
  const onSettled = useRefreshClinic()

  const save = useMutation({
    mutationFn: (input: SavePlanInput) => callFunction('save-plan', input),
    onSettled,
  })
  const publish = useMutation({
    mutationFn: (planId: string) => callFunction('publish-plan', { planId }),
    onSettled,
  })
  const change = useMutation({
    mutationFn: (input: ChangePlanInput) => callFunction('change-plan', input),
    onSettled,
  })
  const close = useMutation({
    mutationFn: (planId: string) => callFunction('close-plan', { planId }),
    onSuccess: () => toast.success(planTexts.close.done),
    onError: (error) => toast.error(planTexts.close.failed, describeRefusal(error)),
    onSettled,
  })
  const archive = useMutation({
    mutationFn: (planId: string) => callFunction('archive-plan', { planId }),
    onSuccess: () => toast.success(planTexts.archive.done),
    onError: (error) => toast.error(planTexts.archive.failed, describeRefusal(error)),
    onSettled,
  })
  return { save, publish, change, close, archive }
}
