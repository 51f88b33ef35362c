import { useMutation } from '@tanstack/react-query'
import type { MemberPlan } from '#domain/memberships/member-list.ts'
import type { OpenAmountChoice } from '#domain/subscriptions/inputs.ts'
import { membershipTexts } from '#domain/texts/memberships.ts'
import { planChangeTexts } from '#domain/texts/plan-standing.ts'
import { dateInText } from '#domain/values/dates.ts'
import { toast } from '#web/components/ui/toast.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { useRefreshClinic } from '#web/lib/fetch/refresh-clinic.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'

const texts = membershipTexts.cancelPlan

/** Cancels a patient's plan at the end of the paid period, or resumes it. Patients can do the same. */
export function usePlanEnding() {
  // not awaited: the dialog closes at once, the list updates later
  const refresh = useRefreshClinic()
  const onSettled = () => void refresh()

  const keepPlan = useMutation({
    mutationFn: ({ subscriptionId }: MemberPlan) => callFunction('resume-subscription', { subscriptionId }),
    onSuccess: ({ isConfirmed }) =>
      isConfirmed
        ? toast.success(texts.kept)
        : toast.info(planChangeTexts.waitsTitle, { description: planChangeTexts.waits }),
    onError: (error) => toast.error(texts.keepFailed, describeRefusal(error)),
    onSettled,
  })

  const cancelPlan = useMutation({
    mutationFn: ({ plan, open }: { plan: MemberPlan; timeZone: string; open: OpenAmountChoice }) =>
      callFunction('cancel-subscription', { subscriptionId: plan.subscriptionId, open }),
    onSuccess: ({ currentPeriodEnd, isConfirmed, status }, { plan, timeZone }) => {
      if (!isConfirmed) return toast.info(planChangeTexts.waitsTitle, { description: planChangeTexts.waits })
      if (status === 'canceled') return toast.success(texts.stopped)
      return toast.success(texts.done, {
        description: texts.doneDetail(dateInText(currentPeriodEnd, timeZone)),
        action: { label: texts.keep, onClick: () => keepPlan.mutate(plan) },
      })
    },
    onError: (error) => toast.error(texts.failed, describeRefusal(error)),
    onSettled,
  })

  return { cancelPlan, keepPlan }
}
