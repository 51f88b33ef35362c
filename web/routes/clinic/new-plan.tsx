import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { paths } from '#domain/paths.ts'
import { planTexts } from '#domain/texts/plans.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { BackLink } from '#web/components/page/back-link.tsx'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { plansQuery } from '#web/features/plans/queries.ts'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { useClinic } from '#web/lib/clinic/current-clinic.ts'
import { EditPlan } from './edit-plan.tsx'

/** A new plan, empty or copied (`from`); once saved it has its own page. */
export default function NewPlan() {
  const clinic = useClinic()
  const [query] = useSearchParams()
  const from = query.get('from')
  const plans = useQuery({ ...plansQuery(clinic.subdomain), enabled: from !== null })
  const template = plans.data?.find(({ id }) => id === from)
  return (
    <>
      <BackLink to={withClinic(paths.clinicPlans)}>{planTexts.page.backToPlans}</BackLink>
      <PageHeading
        title={planTexts.editor.createTitle}
        site={clinic.name}
        lead={template && planTexts.duplicate.lead}
      />
      <div className="mt-8">
        {from && plans.isPending ? (
          <Loading>
            <Skeleton className="h-96 rounded-card" />
          </Loading>
        ) : from && plans.isError ? (
          <ErrorState title={planTexts.list.failed} onRetry={() => void plans.refetch()} />
        ) : (
          <EditPlan plan={null} template={template} />
        )}
      </div>
    </>
  )
}
