import { useQuery } from '@tanstack/react-query'
import { productPlans } from '#domain/clinic-tier/product-plans.ts'
import { type TierBilling, tierStanding } from '#domain/clinic-tier/tier-standing.ts'
import type { MoneyOverview } from '#domain/statements/statements.ts'
import { clinicTierTexts } from '#domain/texts/clinic-tier.ts'
import { dateInText, formatMonth } from '#domain/values/dates.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { MoneyText } from '#web/components/money-text.tsx'
import { Card, CardNote, CardTitle } from '#web/components/ui/card.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { serverNow } from '#web/lib/page/clock.ts'

const texts = clinicTierTexts.billing.estimate

export function EstimateCard({
  clinic,
  tier,
}: {
  clinic: Pick<Clinic, 'subdomain' | 'time_zone'>
  tier: TierBilling
}) {
  // the same query as on the money page
  const overview = useQuery({
    queryKey: clinicKey(clinic.subdomain, 'money-overview'),
    queryFn: () => callFunction('money-overview'),
  })
  return (
    <Card>
      <CardTitle>{texts.title}</CardTitle>
      {overview.isPending ? (
        <Loading>
          <Skeleton className="mt-4 h-24" />
        </Loading>
      ) : overview.data === undefined ? (
        <div className="mt-4">
          <ErrorState title={texts.failed} onRetry={() => void overview.refetch()} />
        </div>
      ) : overview.data.inProgress.policy === 'tier' ? (
        <TierEstimate tier={tier} timeZone={clinic.time_zone} />
      ) : (
        <CommissionEstimate month={overview.data.inProgress} />
      )}
    </Card>
  )
}

function CommissionEstimate({ month }: { month: MoneyOverview['inProgress'] }) {
  return (
    <>
      <dl className="mt-3 grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 gap-y-2">
        <dt>{texts.revenue(formatMonth(month.month))}</dt>
        <dd className="text-right">
          <MoneyText cents={month.netCents} currency={month.currency} />
        </dd>
        <dt className="font-semibold">{month.feeCents === null ? texts.commission : texts.flat}</dt>
        <dd className="text-right font-semibold">
          <MoneyText cents={month.commissionCents} currency={month.currency} />
        </dd>
      </dl>
      <CardNote className="mt-4">{texts.charged(dateInText(month.closesAt, month.timeZone))}</CardNote>
    </>
  )
}

function TierEstimate({ tier, timeZone }: { tier: TierBilling; timeZone: string }) {
  const plan = productPlans.find(({ id }) => id === tier.tier)
  const standing = tierStanding(tier, serverNow())
  return (
    <>
      {plan && (
        <dl className="mt-3 grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 gap-y-2">
          <dt className="font-semibold">{texts.tier(plan.name)}</dt>
          <dd className="text-right font-semibold">
            <MoneyText cents={plan.monthlyCents} currency="usd" />
          </dd>
        </dl>
      )}
      <CardNote className="mt-4">
        {standing?.kind === 'active' && `${texts.renews(dateInText(standing.nextChargeAt, timeZone))} `}
        {texts.noCommission}
      </CardNote>
    </>
  )
}
