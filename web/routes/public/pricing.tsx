import { useSearchParams } from 'react-router'
import { SubscribeButton } from '#web/features/clinic-tier/subscribe-button.tsx'
import { PricingPage } from './pricing-page.tsx'

export default function Pricing() {
  const [query] = useSearchParams()
  return <PricingPage isCanceled={query.has('canceled')} choose={(plan) => <SubscribeButton plan={plan} />} />
}
