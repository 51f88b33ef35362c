import { useQuery } from '@tanstack/react-query'
import { CreditCard, Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { clinicPlanPath, paths } from '#domain/paths.ts'
import { planTexts } from '#domain/texts/plans.ts'
import { EmptyState } from '#web/components/empty-state.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { CouponList } from '#web/features/coupons/coupon-list.tsx'
import { JoinLinkCard } from '#web/features/plans/join-link-card.tsx'
import { PlanTable } from '#web/features/plans/plan-table.tsx'
import { plansQuery, type TeamPlan } from '#web/features/plans/queries.ts'
import { clinicUrl, withClinic } from '#web/lib/clinic/clinic-address.ts'
import { type Clinic, useClinic } from '#web/lib/clinic/current-clinic.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'
import { queryClient } from '#web/lib/fetch/query-client.ts'

const texts = planTexts.page

export default function Plans() {
  const clinic = useClinic()
  const may = useCan()
  const plans = useQuery(plansQuery(clinic.subdomain))
  const newPlan = may('plans:write') && (
    <Button asChild>
      <Link to={withClinic(paths.clinicNewPlan)}>
        <Plus aria-hidden />
        {planTexts.list.create}
      </Link>
    </Button>
  )
  return (
    <>
      <PageHeading
        title={planTexts.list.title}
        site={clinic.name}
        lead={planTexts.list.lead}
        actions={newPlan}
      />
      <div className="mt-8 space-y-6">
        {plans.isPending ? (
          <Loading>
            <Skeleton className="h-32 rounded-card" />
            <Skeleton className="mt-6 h-56 rounded-card" />
          </Loading>
        ) : plans.isError ? (
          <ErrorState title={planTexts.list.failed} onRetry={() => void plans.refetch()} />
        ) : plans.data.length === 0 ? (
          <EmptyState icon={CreditCard} title={texts.emptyTitle} action={newPlan}>
            {may('plans:write') ? texts.empty : texts.emptyReadOnly}
          </EmptyState>
        ) : (
          <>
            <PlanList plans={plans.data} subdomain={clinic.subdomain} />
            <CouponList
              clinic={clinic}
              plans={plans.data.filter(({ status }) => status === 'published')}
              canWrite={may('plans:write')}
            />
          </>
        )}
      </div>
    </>
  )
}

Plans.firstReads = (clinic: Clinic) => void queryClient.prefetchQuery(plansQuery(clinic.subdomain))

function PlanList({ plans, subdomain }: { plans: readonly TeamPlan[]; subdomain: string }) {
  const [showsArchived, setShowsArchived] = useState(false)
  const archived = plans.filter(({ status }) => status === 'archived')
  const shown = showsArchived ? plans : plans.filter(({ status }) => status !== 'archived')
  return (
    <>
      <JoinLinkCard
        url={clinicUrl(subdomain, paths.joinPlan)}
        actions={
          <Button asChild variant="quiet">
            <Link to={withClinic(paths.clinicJoinPage)}>{texts.joinPageAction}</Link>
          </Button>
        }
      />
      {shown.length > 0 && <PlanTable plans={shown} pathOf={clinicPlanPath} />}
      {archived.length > 0 && (
        <Button
          variant="quiet"
          aria-expanded={showsArchived}
          onClick={() => setShowsArchived(!showsArchived)}
        >
          {showsArchived ? planTexts.archive.hide : planTexts.archive.show(archived.length)}
        </Button>
      )}
    </>
  )
}
