import { useQuery } from '@tanstack/react-query'
import { HeartHandshake } from 'lucide-react'
import { Link } from 'react-router'
import { paths, withQuery } from '#domain/paths.ts'
import { subscriptionTexts } from '#domain/texts/subscriptions.ts'
import { dateInText } from '#domain/values/dates.ts'
import { EmptyState } from '#web/components/empty-state.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { offersQuery, preparedPlanQuery } from './queries.ts'

const texts = subscriptionTexts.state
const preparedTexts = subscriptionTexts.prepared

/** For a patient without a running plan: their prepared plan, or a link to the clinic's plans, if any. */
export function NoPlan({ clinic, isReturning }: { clinic: Clinic; isReturning: boolean }) {
  const { data: offers } = useQuery(offersQuery(clinic))
  const { data: prepared } = useQuery(preparedPlanQuery(clinic))
  const hasOffers = offers === undefined || offers.length > 0
  if (prepared && offers) {
    const isOffered = offers.some(({ prices }) => prices.some(({ id }) => id === prepared.priceId))
    const to = isOffered ? withQuery(paths.joinPlan, { price: prepared.priceId }) : paths.joinPlan
    return (
      <EmptyState
        icon={HeartHandshake}
        title={preparedTexts.title}
        action={
          <Button asChild size="large">
            <Link to={withClinic(to)}>{preparedTexts.button}</Link>
          </Button>
        }
      >
        {preparedTexts.text(prepared.name, prepared.paidUntil && dateInText(prepared.paidUntil))}{' '}
        {preparedTexts.consent}
      </EmptyState>
    )
  }
  const title = isReturning ? texts.chooseAgainTitle : texts.noneTitle
  if (!hasOffers) {
    return (
      <EmptyState icon={HeartHandshake} title={isReturning ? subscriptionTexts.page.none : texts.noneTitle}>
        {texts.noneOffered(clinic.name)}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={HeartHandshake}
      title={title}
      action={
        <Button asChild size="large">
          <Link to={withClinic(paths.joinPlan)}>{texts.choose}</Link>
        </Button>
      }
    >
      {texts.none}
    </EmptyState>
  )
}
