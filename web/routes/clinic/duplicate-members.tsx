import { paths } from '#domain/paths.ts'
import { patientMergeTexts } from '#domain/texts/patient-merges.ts'
import { BackLink } from '#web/components/page/back-link.tsx'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { PossibleDuplicates } from '#web/features/patient-merges/possible-duplicates.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { useClinic } from '#web/lib/clinic/current-clinic.ts'

const texts = patientMergeTexts.duplicates

/** Patients who may have been entered twice (docs/domain-rules.md rule 28). */
export default function DuplicateMembers() {
  const clinic = useClinic()
  return (
    <>
      <BackLink to={withClinic(paths.members)}>{texts.back}</BackLink>
      <PageHeading title={texts.title} site={clinic.name} lead={texts.lead} />
      <div className="mt-8 max-w-[52rem]">
        <PossibleDuplicates clinic={clinic} />
      </div>
    </>
  )
}
