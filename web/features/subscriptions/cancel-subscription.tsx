import { dateInText } from '#domain/values/dates.ts'
import { AskFirst } from '#web/components/access/ask-first.tsx'
import { useOpenAmount } from '#web/components/open-amount.tsx'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { useChangeSubscription } from './change-subscription.ts'
import { openAmountOf } from './open-amount-of.ts'
import { usePlanWords } from './plan-words.ts'
import type { OwnSubscription } from './queries.ts'

/** Asks for confirmation: what ends, and the last day of use (docs/specification.md B2.7). */
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
  const { cancel } = useChangeSubscription(subscription, clinic)
  const open = openAmountOf(subscription)
  const { question, decide, reset } = useOpenAmount(open, texts.open)
  const until = dateInText(subscription.current_period_end, clinic.time_zone)

  return (
    <AskFirst
      label={texts.action}
      variant={variant}
      ask={{ ...texts, consequence: open ? texts.openConsequence : texts.message }}
      isBusy={cancel.isPending}
      onAction={(close) => {
        const decision = decide()
        if (decision === undefined) return
        const done = () => {
          reset()
          close()
        }
        cancel.mutate({ open: decision, currency: open?.currency ?? '' }, { onSettled: done })
      }}
    >
      {question ?? <p className="mt-3 font-semibold">{texts.until(subscription.plan.name, until)}</p>}
    </AskFirst>
  )
}
