import { useMutation } from '@tanstack/react-query'
import { subscriptionTexts } from '#domain/texts/subscriptions.ts'
import { dateInText } from '#domain/values/dates.ts'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { toast } from '#web/components/ui/toast.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { useRefreshClinic } from '#web/lib/fetch/refresh-clinic.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import { usePlanWords } from './plan-words.ts'
import type { OwnSubscription } from './queries.ts'

const common = subscriptionTexts.page.change

/** A plan or price that begins with the next period; the patient can revert their own choice. */
export function ScheduledChange({ subscription, clinic }: { subscription: OwnSubscription; clinic: Clinic }) {
  const texts = usePlanWords().switch
  const refresh = useRefreshClinic()
  const { id: subscriptionId, scheduled } = subscription
  const undo = useMutation({
    mutationFn: () => callFunction('keep-present-plan', { subscriptionId }),
    onSettled: refresh,
    onSuccess: () => void toast.success(texts.undone),
    onError: (error) => void toast.error(common.failedTitle, describeRefusal(error, common.failedText)),
  })
  if (scheduled?.kind !== 'plan' && scheduled?.kind !== 'price') return null
  const date = dateInText(scheduled.effective_at, clinic.time_zone)
  return (
    <Notice tone="info" className="mt-4">
      <p>{scheduled.kind === 'plan' ? texts.waiting(date) : texts.price(date)}</p>
      {scheduled.kind === 'plan' && (
        <SubmitButton
          type="button"
          variant="outline"
          size="small"
          className="mt-3"
          isBusy={undo.isPending}
          busyText={common.busy}
          onClick={() => undo.isPending || undo.mutate()}
        >
          {texts.undo}
        </SubmitButton>
      )}
    </Notice>
  )
}
