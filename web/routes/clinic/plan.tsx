import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { paths } from '#domain/paths.ts'
import { planTexts } from '#domain/texts/plans.ts'
import { BackLink } from '#web/components/back-link.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { PageHeading } from '#web/components/page-heading.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { PlanDetail } from '#web/features/plans/plan-detail.tsx'
import { PlanStatusBadge } from '#web/features/plans/plan-status-badge.tsx'
import { plansQuery, type TeamPlan } from '#web/features/plans/queries.ts'
import { withClinic } from '#web/lib/clinic-address.ts'
import { useClinic } from '#web/lib/current-clinic.ts'
import { useCan } from '#web/lib/use-can.ts'
import { EditPlan } from './edit-plan.tsx'
import { NotFoundHere } from './not-found-here.tsx'
import { PlanPreview, type PreviewedPlan } from './plan-preview.tsx'

const texts = planTexts.page

/** One plan: drafts are edited and published here, published ones shown and closed. */
export default function Plan() {
  const { planId } = useParams()
  const clinic = useClinic()
  const plans = useQuery(plansQuery(clinic.subdomain))
  const plan = plans.data?.find(({ id }) => id === planId)
  return (
    <>
      <BackLink to={withClinic(paths.clinicPlans)}>{texts.backToPlans}</BackLink>
      {plans.isPending ? (
        <Loading>
          <Skeleton className="h-10 w-72" />
          <Skeleton className="mt-8 h-96 rounded-card" />
        </Loading>
      ) : plans.isError ? (
        <ErrorState title={planTexts.list.failed} onRetry={() => void plans.refetch()} />
      ) : plan ? (
        <ShownPlan plan={plan} />
      ) : (
        <NotFoundHere
          title={texts.notFoundTitle}
          text={texts.notFound}
          back={texts.backToPlans}
          path={paths.clinicPlans}
        />
      )}
    </>
  )
}

function ShownPlan({ plan }: { plan: TeamPlan }) {
  const clinic = useClinic()
  const may = useCan()
  return (
    <>
      <PageHeading
        // remounted after publishing, because the focused editor is gone
        key={plan.status}
        title={plan.name}
        site={clinic.name}
        lead={
          <span className="flex items-center gap-3">
            {planTexts.kinds[plan.kind]} <PlanStatusBadge status={plan.status} />
          </span>
        }
      />
      <div className="mt-8">
        {plan.status === 'draft' && may('plans:write') ? (
          // each draft has its own form state
          <EditPlan key={plan.id} plan={plan} />
        ) : (
          <PlanDetail
            plan={plan}
            preview={<PlanPreview plan={previewed(plan, clinic.currency)} />}
            timeZone={clinic.time_zone}
            canChange={may('plans:write')}
          />
        )}
      </div>
    </>
  )
}

function previewed({ kind, name, description, includes, price }: TeamPlan, currency: string): PreviewedPlan {
  return {
    kind,
    name,
    description,
    includes,
    amountCents: price?.amountCents ?? null,
    currency: price?.currency ?? currency,
    interval: price?.interval ?? 'month',
  }
}
