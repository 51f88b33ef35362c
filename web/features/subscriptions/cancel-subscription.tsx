import { dateInText } from '#domain/dates.ts'
import { AskFirst } from '#web/components/ask-first.tsx'
import type { Clinic } from '#web/lib/current-clinic.ts'
import { useChangeSubscription } from './change-subscription.ts'
import { usePlanWords } from './plan-words.ts'
import type { OwnSubscription } from './queries.ts'

/** Asks for confirmation: what ends, and until when it can be used (docs/specification.md B2.7). */
export function CancelSubscription({
  subscription,
  clinic,
  variant = 'outline',
}: {
  subscription: OwnSubscription
  clinic: Clinic
  variant?: 'outline' | 'link'
}) {
  const texts = usePlanWords().cancel
  const { cancel } = useChangeSubscription(subscription.id)
  const until = dateInText(subscription.current_period_end, clinic.time_zone)

  return (
    <AskFirst
      label={texts.action}
      variant={variant}
      ask={{ ...texts, consequence: texts.message }}
      isBusy={cancel.isPending}
      onAction={(close) => cancel.mutate(undefined, { onSettled: close })}
    >
      <p className="mt-3 font-semibold">{texts.until(subscription.plan.name, until)}</p>
    </AskFirst>
  )
}
