import { subscriptionTexts } from '#domain/texts/subscriptions.ts'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { useChangeSubscription } from './change-subscription.ts'
import type { OwnSubscription } from './queries.ts'

const texts = subscriptionTexts.page.resume

/** Undoes a cancellation while the paid period lasts. */
export function ResumeSubscription({ subscription }: { subscription: OwnSubscription }) {
  const { resume } = useChangeSubscription(subscription.id)
  return (
    <SubmitButton
      type="button"
      isBusy={resume.isPending}
      busyText={texts.busy}
      onClick={() => resume.isPending || resume.mutate()}
    >
      {texts.action}
    </SubmitButton>
  )
}
