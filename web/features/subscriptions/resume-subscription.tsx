import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { useChangeSubscription } from './change-subscription.ts'
import { usePlanWords } from './plan-words.ts'
import type { OwnSubscription } from './queries.ts'

export function ResumeSubscription({ subscription }: { subscription: OwnSubscription }) {
  const texts = usePlanWords().resume
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
