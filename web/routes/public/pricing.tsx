import { useSearchParams } from 'react-router'
import { SubscribeButton } from '#web/features/clinic-tier/subscribe-button.tsx'
import { useSession } from '#web/lib/session/session-context.ts'
import { PricingPage } from './pricing-page.tsx'

export default function Pricing() {
  const [query] = useSearchParams()
  const { session } = useSession()
  return (
    <PricingPage
      isVisitor={!session}
      isCanceled={query.has('canceled')}
      choose={(plan) => <SubscribeButton plan={plan} />}
    />
  )
}
