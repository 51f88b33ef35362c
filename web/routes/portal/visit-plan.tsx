import { paths } from '#domain/paths.ts'
import { carePlanTexts } from '#domain/texts/care-plans.ts'
import { BackLink } from '#web/components/page/back-link.tsx'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { OwnVisitPlan } from '#web/features/care-plans/own-visit-plan.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { useClinicLookup } from '#web/lib/clinic/current-clinic.ts'
import { config } from '#web/lib/page/config.ts'
import { ForProvenPatients } from './for-proven-patients.tsx'

const texts = carePlanTexts.home

export default function VisitPlan() {
  const { clinic } = useClinicLookup()
  return (
    <>
      <BackLink to={withClinic(paths.home)}>{texts.back}</BackLink>
      <PageHeading title={texts.visits} site={clinic?.name ?? config.productName} lead={clinic?.name} />
      <div className="mt-8">
        <ForProvenPatients pending={<Skeleton className="h-64 rounded-card" />}>
          {(clinic) => <OwnVisitPlan clinic={clinic} />}
        </ForProvenPatients>
      </div>
    </>
  )
}
