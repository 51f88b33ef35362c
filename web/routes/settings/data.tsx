import { clinicExportTexts } from '#domain/texts/clinic-export.ts'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { CloseClinic } from '#web/features/clinic-closing/close-clinic.tsx'
import { DownloadArchive } from '#web/features/clinic-export/download-archive.tsx'
import { useClinic } from '#web/lib/clinic/current-clinic.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'

/** Exports all data of the clinic. Admins only. */
export default function DataSettings() {
  const clinic = useClinic()
  const may = useCan()
  return (
    <>
      <PageHeading title={clinicExportTexts.title} site={clinic.name} lead={clinicExportTexts.lead} />
      <div className="mt-8 space-y-6">
        <DownloadArchive />
        {may('clinic:close') && <CloseClinic clinic={clinic} />}
      </div>
    </>
  )
}
