import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { SubscribeButton } from '#web/features/clinic-tier/subscribe-button.tsx'
import { useOwnTier } from '#web/features/clinic-tier/use-own-tier.ts'
import { moneyOverviewQuery } from '#web/features/statements/queries.ts'
import { useClinicSlug } from '#web/lib/clinic/current-clinic.ts'
import { useSession } from '#web/lib/session/session-context.ts'
import { PricingPage } from './pricing-page.tsx'

export default function Pricing() {
  const [query] = useSearchParams()
  const { session } = useSession()
  return (
    <PricingPage
      isVisitor={!session}
      isPartner={useOwnTier() === 'free'}
      revenueCents={useOwnRevenue()}
      isCanceled={query.has('canceled')}
      choose={(plan) => <SubscribeButton plan={plan} />}
    />
  )
}

/** @returns the clinic's revenue of this month in US dollars, as the prices are, after a page has read it */
function useOwnRevenue(): number | undefined {
  // read by "Account plan", which leads here; a read could ask for the second step
  const { data } = useQuery({ ...moneyOverviewQuery(useClinicSlug()), enabled: false })
  return data?.currency === 'usd' ? data.revenueThisMonthCents : undefined
}
