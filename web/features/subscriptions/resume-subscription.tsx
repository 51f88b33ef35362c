import { SubmitButton } from '#web/components/form/submit-button.tsx'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { nextBill, useChangeSubscription } from './change-subscription.ts'
import { usePlanWords } from './plan-words.ts'
import type { OwnSubscription } from './queries.ts'

/** States the charge that canceling has prevented, before the click and after it. */
export function ResumeSubscription({
  subscription,
  clinic,
}: {
  subscription: OwnSubscription
  clinic: Clinic
}) {
  const texts = usePlanWords().resume
  const { resume } = useChangeSubscription(subscription, clinic)
  return (
    <div>
      <p className="mb-3 text-form text-muted">{texts.next(...nextBill(subscription, clinic))}</p>
      <SubmitButton
        type="button"
        isBusy={resume.isPending}
        busyText={texts.busy}
        onClick={() => resume.isPending || resume.mutate()}
      >
        {texts.action}
      </SubmitButton>
    </div>
  )
}
