import { useQuery } from '@tanstack/react-query'
import { HeartHandshake } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '#domain/paths.ts'
import { subscriptionTexts } from '#domain/texts/subscriptions.ts'
import { EmptyState } from '#web/components/empty-state.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { withClinic } from '#web/lib/clinic-address.ts'
import type { Clinic } from '#web/lib/current-clinic.ts'
import { offersQuery } from './queries.ts'

const texts = subscriptionTexts.state

/** For a patient without a running plan: a link to the clinic's plans, if there are any. */
export function NoPlan({ clinic, isReturning }: { clinic: Clinic; isReturning: boolean }) {
  const { data: offers } = useQuery(offersQuery(clinic))
  const hasOffers = offers === undefined || offers.length > 0
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
