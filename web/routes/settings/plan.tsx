import { useQuery } from '@tanstack/react-query'
import { paths } from '#domain/paths.ts'
import { clinicTierTexts } from '#domain/texts/clinic-tier.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { feeInWords } from '#web/features/clinic-tier/agreed-fee.ts'
import { AgreedFeeNotice } from '#web/features/clinic-tier/agreed-fee-notice.tsx'
import { ChangeTier } from '#web/features/clinic-tier/change-tier.tsx'
import { CurrentPlanCard } from '#web/features/clinic-tier/current-plan-card.tsx'
import { MissingFeatures } from '#web/features/clinic-tier/missing-features.tsx'
import { clinicBillingQuery } from '#web/features/clinic-tier/queries.ts'
import { moneyOverviewQuery } from '#web/features/statements/queries.ts'
import { useClinic } from '#web/lib/clinic/current-clinic.ts'

const texts = clinicTierTexts.plan

/** The clinic's plan with Carefold (docs/specification.md B2.8, B9). Admins only. */
export default function PlanSettings() {
  const clinic = useClinic()
  return (
    <>
      <PageHeading title={texts.title} site={clinic.name} lead={texts.lead} />
      <Plan />
    </>
  )
}

function Plan() {
  const clinic = useClinic()
  const billing = useQuery(clinicBillingQuery(clinic.subdomain))
  const overview = useQuery(moneyOverviewQuery(clinic.subdomain))
  const flatFee = overview.data ? feeInWords(overview.data.inProgress) : null
  if (billing.isPending || overview.isPending) {
    return (
      <Loading>
        <Skeleton className="mt-8 h-80 rounded-card" />
      </Loading>
    )
  }
  if (billing.data === undefined) {
    return (
      <div className="mt-8">
        <ErrorState title={clinicTierTexts.billing.failed} onRetry={() => void billing.refetch()} />
      </div>
    )
  }
  return (
    <div className="mt-8 space-y-8">
      <CurrentPlanCard
        billing={billing.data}
        timeZone={clinic.time_zone}
        billingPath={paths.settingsBilling}
        flatFee={flatFee}
      />
      <MissingFeatures />
      <AgreedFeeNotice clinic={clinic} />
      <ChangeTier billing={billing.data} />
    </div>
  )
}
