import { useMutation, useQueryClient } from '@tanstack/react-query'
import { subscriptionTexts } from '#domain/texts/subscriptions.ts'
import { toast } from '#web/components/ui/toast.ts'
import { callFunction } from '#web/lib/api.ts'
import { useClinicSlug } from '#web/lib/current-clinic.ts'
import { ownSubscriptionKey } from '#web/lib/query-client.ts'
import { conflictSentence } from '#web/lib/refusals.ts'

const { cancel, resume } = subscriptionTexts.page

/**
 * Canceling a plan at the end of its paid period, and resuming it.
 *
 * The page's data is reloaded before the call counts as done, even after a refusal: another tab may have been faster.
 */
export function useChangeSubscription(subscriptionId: string) {
  const queryClient = useQueryClient()
  const slug = useClinicSlug()
  const reload = () => queryClient.invalidateQueries({ queryKey: ownSubscriptionKey(slug) })

  const resumed = useMutation({
    mutationFn: () => callFunction('resume-subscription', { subscriptionId }),
    onSettled: reload,
    onSuccess: () => void toast.success(resume.doneTitle, { description: resume.done }),
    onError: (error) =>
      void toast.error(resume.failedTitle, { description: conflictSentence(error) ?? resume.failed }),
  })

  const canceled = useMutation({
    mutationFn: () => callFunction('cancel-subscription', { subscriptionId }),
    onSettled: reload,
    onSuccess: () =>
      void toast.success(cancel.doneTitle, {
        description: cancel.done,
        action: { label: cancel.undo, onClick: () => resumed.mutate() },
      }),
    onError: (error) =>
      void toast.error(cancel.failedTitle, { description: conflictSentence(error) ?? cancel.failed }),
  })

  return { cancel: canceled, resume: resumed }
}
