import { Check } from 'lucide-react'
import { Link } from 'react-router'
import { productPlans } from '#domain/clinic-tier/product-plans.ts'
import { type TierBilling, tierStanding } from '#domain/clinic-tier/tier-standing.ts'
import { paths } from '#domain/paths.ts'
import {
  isEnding,
  isOverdue,
  type PlanStanding,
  teamExplanation,
} from '#domain/subscriptions/plan-standing.ts'
import { clinicTierTexts } from '#domain/texts/clinic-tier.ts'
import { dateInText } from '#domain/values/dates.ts'
import { formatPrice } from '#domain/values/money.ts'
import { StandingBadge } from '#web/components/access/standing-badge.tsx'
import { Badge } from '#web/components/ui/badge.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card } from '#web/components/ui/card.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { serverNow } from '#web/lib/page/clock.ts'
import { EndTier } from './end-tier.tsx'

const texts = clinicTierTexts.plan
const { partnership } = clinicTierTexts

/** The clinic's plan: Partnership, or its paid tier (docs/specification.md B9). */
export function CurrentPlanCard({
  billing,
  timeZone,
  billingPath,
  flatFee,
}: {
  billing: TierBilling
  timeZone: string
  billingPath: string
  /** This month's agreed flat fee; null under the commission. */
  flatFee: string | null
}) {
  const standing = tierStanding(billing, serverNow())
  const tier = standing ? productPlans.find(({ id }) => id === billing.tier) : undefined
  const shown = tier
    ? {
        name: tier.name,
        price: `${formatPrice(tier.monthlyCents, 'usd')} ${clinicTierTexts.pricing.perMonth}`,
        features: tier.features,
      }
    : flatFee === null
      ? partnership
      : { ...partnership, price: flatFee, explanation: clinicTierTexts.agreedFee.explanation }
  return (
    <Card fold className="sm:p-8">
      <div className="flex min-h-7 flex-wrap items-center gap-3 pr-8">
        <h2 className="font-display text-h3 font-medium">{shown.name}</h2>
        <Badge tone="tint">{texts.current}</Badge>
        {standing && standing.kind !== 'active' && <StandingBadge standing={standing} />}
      </div>
      <p className="mt-3 text-body font-semibold">{shown.price}</p>
      {tier && standing ? (
        <p className="mt-1 text-muted">{explained(standing, timeZone)}</p>
      ) : (
        <p className="mt-1 text-muted">{'explanation' in shown && shown.explanation}</p>
      )}
      <ul className="mt-6 space-y-3 border-t border-line pt-6 text-form">
        {shown.features.map((feature) => (
          <li key={feature} className="flex gap-2.5">
            <Check aria-hidden className="mt-0.5 size-4.5 flex-none text-primary" />
            {feature}
          </li>
        ))}
      </ul>
      <div className="mt-6 flex flex-wrap gap-3">
        {!tier && (
          <Button asChild>
            <Link to={withClinic(paths.pricing)}>{texts.change}</Link>
          </Button>
        )}
        {tier && billing.current_period_end && (
          <EndTier
            billing={billing}
            price={formatPrice(tier.monthlyCents, 'usd')}
            endsOn={dateInText(billing.current_period_end, timeZone)}
          />
        )}
        <Button asChild variant="outline">
          <Link to={withClinic(billingPath)}>{texts.billing}</Link>
        </Button>
      </div>
    </Card>
  )
}

function explained(standing: PlanStanding, timeZone: string): string {
  const day = (instant: string) => dateInText(instant, timeZone)
  if (isOverdue(standing)) return texts.overdue
  return isEnding(standing) ? texts.ends(day(standing.endsAt)) : teamExplanation(standing, day)
}
