import { formPath, paths } from '#domain/paths.ts'
import { formTexts } from '#domain/texts/forms.ts'
import { messageTexts } from '#domain/texts/messages.ts'
import { BackLink } from '#web/components/page/back-link.tsx'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { OwnForms } from '#web/features/forms/own-forms.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { useClinicLookup } from '#web/lib/clinic/current-clinic.ts'
import { config } from '#web/lib/page/config.ts'
import { ForProvenPatients } from './for-proven-patients.tsx'

const texts = formTexts.own

export default function Forms() {
  const { clinic } = useClinicLookup()
  return (
    <>
      <BackLink to={withClinic(paths.home)}>{messageTexts.patient.back}</BackLink>
      <PageHeading
        title={texts.title}
        site={clinic?.name ?? config.productName}
        lead={clinic && texts.lead(clinic.name)}
      />
      <div className="mt-6 space-y-5">
        <ForProvenPatients pending={<Skeleton className="h-40 rounded-card" />}>
          {(clinic) => <OwnForms clinic={clinic} title={texts.open} pathOf={formPath} />}
        </ForProvenPatients>
      </div>
    </>
  )
}
