import { paths } from '#domain/paths.ts'
import { planTexts } from '#domain/texts/plans.ts'
import { BackLink } from '#web/components/back-link.tsx'
import { PageHeading } from '#web/components/page-heading.tsx'
import { withClinic } from '#web/lib/clinic-address.ts'
import { useClinic } from '#web/lib/current-clinic.ts'
import { useCan } from '#web/lib/use-can.ts'
import { EditPlan } from './edit-plan.tsx'
import { NotAllowed } from './not-allowed.tsx'

/** A new plan; once saved it has its own page. */
export default function NewPlan() {
  const clinic = useClinic()
  const may = useCan()
  if (!may('plans:write')) return <NotAllowed title={planTexts.editor.createTitle} />
  return (
    <>
      <BackLink to={withClinic(paths.clinicPlans)}>{planTexts.page.backToPlans}</BackLink>
      <PageHeading title={planTexts.editor.createTitle} site={clinic.name} />
      <div className="mt-8">
        <EditPlan plan={null} />
      </div>
    </>
  )
}
