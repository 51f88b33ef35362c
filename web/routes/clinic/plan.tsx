import { useQuery } from '@tanstack/react-query'
import { useParams, useSearchParams } from 'react-router'
import { clinicPlanPath, paths, withQuery } from '#domain/paths.ts'
import type { Place } from '#domain/plans/places.ts'
import { planTexts } from '#domain/texts/plans.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { BackLink } from '#web/components/page/back-link.tsx'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { PlanDetail } from '#web/features/plans/plan-detail.tsx'
import { PlanStatusBadge } from '#web/features/plans/plan-status-badge.tsx'
import { plansQuery, type TeamPlan } from '#web/features/plans/queries.ts'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { clinicPlaceQuery } from '#web/lib/clinic/clinic-places.ts'
import { useClinic } from '#web/lib/clinic/current-clinic.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'
import { ChangePlan, EditPlan } from './edit-plan.tsx'
import { NotFoundHere } from './not-found-here.tsx'
import { PlanPreview, type PreviewedPlan } from './plan-preview.tsx'

const texts = planTexts.page

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
  const { data: place = null } = useQuery(clinicPlaceQuery(clinic))
  const [query] = useSearchParams()
  const path = clinicPlanPath(plan.id)
  const [version] = plan.versions
  if (query.has('change') && plan.status === 'published' && version && may('plans:write')) {
    return (
      <>
        <PageHeading
          key="change"
          title={planTexts.change.title(plan.name)}
          site={clinic.name}
          lead={planTexts.change.lead}
        />
        <div className="mt-8">
          <ChangePlan key={version.id} plan={plan} versionId={version.id} />
        </div>
      </>
    )
  }
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
          <EditPlan key={plan.id} plan={plan} />
        ) : (
          <PlanDetail
            plan={plan}
            preview={<PlanPreview plan={previewed(plan, clinic.currency, place)} />}
            timeZone={clinic.time_zone}
            canChange={may('plans:write')}
            changePath={withClinic(withQuery(path, { change: '1' }))}
            duplicatePath={withClinic(withQuery(paths.clinicNewPlan, { from: plan.id }))}
          />
        )}
      </div>
    </>
  )
}

function previewed(plan: TeamPlan, currency: string, place: Place | null): PreviewedPlan {
  const free = { interval: 'month', currency, amountCents: 0 } as const
  const forOne = { childCents: null, householdCents: null, enrolmentCents: null }
  return { ...plan, place, price: plan.price ?? { ...free, ...forOne } }
}
