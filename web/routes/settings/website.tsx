import { paths } from '#domain/paths.ts'
import { clinicTexts } from '#domain/texts/clinics.ts'
import { UnsavedGuard } from '#web/components/form/unsaved-guard.tsx'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { BrandCard } from '#web/features/clinics/brand-card.tsx'
import { ColorEditor } from '#web/features/clinics/color-editor.tsx'
import { LogoSection } from '#web/features/clinics/logo-section.tsx'
import { clinicUrl } from '#web/lib/clinic/clinic-address.ts'
import { useClinic } from '#web/lib/clinic/current-clinic.ts'

const texts = clinicTexts.website

export default function WebsiteSettings() {
  const clinic = useClinic()
  return (
    <UnsavedGuard>
      <PageHeading
        title={texts.title}
        site={clinic.name}
        lead={texts.lead}
        actions={
          <Button asChild variant="outline">
            <a href={clinicUrl(clinic.subdomain, paths.landing)} target="_blank" rel="noreferrer">
              {texts.open}
            </a>
          </Button>
        }
      />
      <div className="mt-8 space-y-6">
        <LogoSection slug={clinic.subdomain} />
        <ColorEditor key={clinic.id} clinic={clinic} />
        <BrandCard key={`brand ${clinic.id}`} clinic={clinic} />
      </div>
    </UnsavedGuard>
  )
}
