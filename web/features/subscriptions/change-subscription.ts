import { useMutation } from '@tanstack/react-query'
import { toast } from '#web/components/ui/toast.ts'
import { callFunction } from '#web/lib/api.ts'
import { useRefreshClinic } from '#web/lib/refresh-clinic.ts'
import { conflictSentence } from '#web/lib/refusals.ts'
import { usePlanWords } from './plan-words.ts'

/**
 * Canceling a plan at the end of its paid period, and resuming it.
 *
 * The page's data is reloaded before the call counts as done, even after a refusal: another tab may have been faster.
 */
export function useChangeSubscription(subscriptionId: string) {
  const reload = useRefreshClinic()
  const { cancel, resume } = usePlanWords()

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
