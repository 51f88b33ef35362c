import { useSearchParams } from 'react-router'
import { paths } from '#domain/paths.ts'
import { patientImportTexts } from '#domain/texts/patient-imports.ts'
import { BackLink } from '#web/components/page/back-link.tsx'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { UninvitedPatients } from '#web/features/invitations/uninvited-patients.tsx'
import { ImportProgress } from '#web/features/patient-imports/import-progress.tsx'
import { ImportSteps } from '#web/features/patient-imports/import-steps.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { useClinic } from '#web/lib/clinic/current-clinic.ts'

/** Imports patients from a file; `?import=` shows the progress, also after leaving the page. Admins only. */
export default function ImportMembers() {
  const clinic = useClinic()
  const [query, setQuery] = useSearchParams()
  const importId = query.get('import')
  const change = (id: string | null) => {
    const next = new URLSearchParams(query)
    if (id) next.set('import', id)
    else next.delete('import')
    setQuery(next, { replace: id !== null })
  }
  return (
    <>
      <BackLink to={withClinic(paths.members)}>{patientImportTexts.back}</BackLink>
      <PageHeading title={patientImportTexts.title} site={clinic.name} lead={patientImportTexts.lead} />
      <div className="mt-8">
        {importId ? (
          <ImportProgress
            subdomain={clinic.subdomain}
            importId={importId}
            timeZone={clinic.time_zone}
            next={<UninvitedPatients slug={clinic.subdomain} />}
            onAgain={() => change(null)}
          />
        ) : (
          <ImportSteps clinic={clinic} onStarted={change} />
        )}
      </div>
    </>
  )
}
