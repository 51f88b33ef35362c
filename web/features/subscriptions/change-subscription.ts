import { useMutation } from '@tanstack/react-query'
import type { OpenAmountChoice } from '#domain/subscriptions/inputs.ts'
import { subscriptionTexts } from '#domain/texts/subscriptions.ts'
import { dateInText } from '#domain/values/dates.ts'
import { formatMoney } from '#domain/values/money.ts'
import { toast } from '#web/components/ui/toast.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { useRefreshClinic } from '#web/lib/fetch/refresh-clinic.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import { usePlanWords } from './plan-words.ts'
import type { OwnSubscription } from './queries.ts'

const { change } = subscriptionTexts.page

/**
 * Cancels a plan at the end of its paid period, or resumes it. Resolves after the refetch, even after a refusal, since
 * another tab may have changed it.
 */
export function useChangeSubscription(subscription: OwnSubscription, clinic: Clinic) {
  const subscriptionId = subscription.id
  const reload = useRefreshClinic()
  const { cancel, resume } = usePlanWords()

  const resumed = useMutation({
    mutationFn: () => callFunction('resume-subscription', { subscriptionId }),
    onSettled: reload,
    onSuccess: ({ isConfirmed }) =>
      isConfirmed
        ? void toast.success(resume.doneTitle, {
            description: resume.done(...nextBill(subscription, clinic)),
          })
        : void toast.info(change.waitsTitle, { description: change.waits }),
    onError: (error) => void toast.error(resume.failedTitle, describeRefusal(error, resume.failed)),
  })

  const canceled = useMutation({
    mutationFn: ({ open }: Decision) => callFunction('cancel-subscription', { subscriptionId, open }),
    onSettled: reload,
    onSuccess: ({ isConfirmed, status }, { open, currency }) => {
      if (!isConfirmed) return void toast.info(change.waitsTitle, { description: change.waits })
      if (open && status === 'canceled')
        return void toast.success(cancel.stopped, {
          description: cancel.stoppedText(formatMoney(open.amountCents, currency)),
        })
      toast.success(cancel.doneTitle, {
        description: cancel.done,
        action: { label: cancel.undo, onClick: () => resumed.mutate() },
      })
    },
    onError: (error) => void toast.error(cancel.failedTitle, describeRefusal(error, cancel.failed)),
  })

  return { cancel: canceled, resume: resumed }
}

/** Amount and day of the bill at the period's end. */
export function nextBill(
  { nextChargeCents, price, current_period_end: on }: OwnSubscription,
  clinic: Clinic,
): [amount: string, date: string] {
  return [formatMoney(nextChargeCents, price.currency), dateInText(on, clinic.time_zone)]
}

interface Decision {
  open: OpenAmountChoice
  currency: string
}
