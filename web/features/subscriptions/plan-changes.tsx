import { useId, useState } from 'react'
import { placeNames } from '#domain/plans/places.ts'
import type { ResumePreview } from '#domain/subscriptions/changes.ts'
import { isAddedToNextBill } from '#domain/subscriptions/small-charges.ts'
import { isOverdueStatus } from '#domain/subscriptions/subscriptions.ts'
import { planTexts } from '#domain/texts/plans.ts'
import { dateInText } from '#domain/values/dates.ts'
import { formatMoney } from '#domain/values/money.ts'
import { Label } from '#web/components/ui/label.tsx'
import { Select } from '#web/components/ui/select.tsx'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { AgreedChangeButton } from './agreed-change.tsx'
import { ChangeHousehold } from './change-household.tsx'
import { usePlanWords } from './plan-words.ts'
import type { OwnSubscription } from './queries.ts'
import { SwitchPlan } from './switch-plan.tsx'

/**
 * Changes of a running plan: the plan, its household, and a pause.
 *
 * @param canSwitch to another plan, whose agreement the payer signs
 */
export function PlanChanges({
  subscription,
  clinic,
  canSwitch,
}: {
  subscription: OwnSubscription
  clinic: Clinic
  canSwitch: boolean
}) {
  const { plan, status, covered } = subscription
  // a change charges or credits at once, and no card is charged
  if (subscription.days_until_due !== null) return null
  if (status === 'paused') {
    return <Unpause subscription={subscription} />
  }
  return (
    <>
      {(plan.coversHousehold || covered.length > 1) && (
        <ChangeHousehold subscription={subscription} clinic={clinic} />
      )}
      {canSwitch && subscription.scheduled === null && (
        <SwitchPlan subscription={subscription} clinic={clinic} />
      )}
      {plan.maxPauseMonths > 0 && status === 'active' && <Pause subscription={subscription} />}
    </>
  )
}

function Pause({ subscription: { id } }: { subscription: OwnSubscription }) {
  const { pause } = usePlanWords()
  const field = useId()
  const [months, setMonths] = useState(1)
  return (
    <AgreedChangeButton
      name={['pause', id]}
      words={pause}
      submit={() => pause.submit}
      call={(agreed) => callFunction('pause-subscription', { subscriptionId: id, months, agreed })}
    >
      {({ amountCents, currency, maxMonths }) => (
        <>
          <p>{pause.lead}</p>
          <p className="font-semibold">
            {amountCents < 0 ? pause.credit(formatMoney(-amountCents, currency)) : pause.noCredit}
          </p>
          <div>
            <Label htmlFor={field}>{pause.months}</Label>
            <Select id={field} value={months} onChange={(event) => setMonths(Number(event.target.value))}>
              {Array.from({ length: maxMonths }, (_, index) => index + 1).map((count) => (
                <option key={count} value={count}>
                  {pause.month(count)}
                </option>
              ))}
            </Select>
          </div>
          <p className="text-form text-muted">{pause.later}</p>
        </>
      )}
    </AgreedChangeButton>
  )
}

function Unpause({ subscription: { id } }: { subscription: OwnSubscription }) {
  const { unpause } = usePlanWords()
  return (
    <AgreedChangeButton
      name={['resume', id]}
      words={unpause}
      variant="primary"
      submit={({ amountCents, currency }: ResumePreview) =>
        amountCents > 0 && !isAddedToNextBill(amountCents)
          ? unpause.submit(formatMoney(amountCents, currency))
          : unpause.submitFree
      }
      after={({ amountCents, currency }) =>
        isAddedToNextBill(amountCents)
          ? unpause.small(formatMoney(amountCents, currency))
          : unpause.billed(formatMoney(Math.max(0, amountCents), currency))
      }
      call={(agreed) => callFunction('unpause-subscription', { subscriptionId: id, agreed })}
    >
      {({ amountCents, currency, creditCents }) => (
        <>
          <p className="font-semibold">
            {isAddedToNextBill(amountCents)
              ? unpause.small(formatMoney(amountCents, currency))
              : amountCents > 0
                ? unpause.now(formatMoney(amountCents, currency))
                : unpause.nothing}
          </p>
          {creditCents > 0 && <p>{unpause.credit(formatMoney(creditCents, currency))}</p>}
        </>
      )}
    </AgreedChangeButton>
  )
}

/** The difference between canceling and leaving; nothing where only one of them is offered. */
export function WaysToEnd({
  subscription: { plan, status, current_period_end },
  clinic,
}: {
  subscription: OwnSubscription
  clinic: Clinic
}) {
  const { leave } = usePlanWords()
  if (plan.leaving === null || status === 'paused' || isOverdueStatus(status)) return null
  return (
    <p className="basis-full text-note text-muted">
      {leave.ways(dateInText(current_period_end, clinic.time_zone))}
    </p>
  )
}

/** Hidden if neither plan nor law grants a refund, unless the plan is paused and has no period to end with. */
export function LeavePlan({
  subscription: { id, plan, status },
  clinic,
}: {
  subscription: OwnSubscription
  clinic: Clinic
}) {
  const { leave } = usePlanWords()
  const isPaused = status === 'paused'
  if ((plan.leaving === null && !isPaused) || isOverdueStatus(status)) return null
  return (
    <AgreedChangeButton
      name={['leave', id]}
      words={leave}
      variant="link"
      submitVariant="danger"
      submit={() => leave.submit}
      call={(agreed) => callFunction('leave-plan', { subscriptionId: id, agreed })}
    >
      {({ amountCents, currency, periodEndsAt, rule }) => (
        <>
          <p>{leave.lead}</p>
          <p className="font-semibold">
            {amountCents < 0 ? leave.back(formatMoney(-amountCents, currency)) : leave.nothing}
          </p>
          {rule.place && <p>{planTexts.law.leaving[rule.earning](placeNames[rule.place])}</p>}
          {!isPaused && (
            <p className="text-form text-muted">
              {leave.instead(dateInText(periodEndsAt, clinic.time_zone))}
            </p>
          )}
        </>
      )}
    </AgreedChangeButton>
  )
}
