import { Lock } from 'lucide-react'
import { clinicTexts } from '#domain/texts/clinics.ts'
import { EmptyState } from '#web/components/empty-state.tsx'
import { PageHeading } from '#web/components/page-heading.tsx'
import { useClinic } from '#web/lib/current-clinic.ts'

/** Shown in place of a page that only admins can see. @param title of that page */
export function NotAllowed({ title }: { title: string }) {
  const clinic = useClinic()
  return (
    <>
      <PageHeading title={title} site={clinic.name} />
      <div className="mt-8">
        <EmptyState icon={Lock} title={clinicTexts.notAllowed.title}>
          {clinicTexts.notAllowed.text}
        </EmptyState>
      </div>
    </>
  )
}
