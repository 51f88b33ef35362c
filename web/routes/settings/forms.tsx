import { formTexts } from '#domain/texts/forms.ts'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { FormList } from '#web/features/forms/form-list.tsx'
import { useClinic } from '#web/lib/clinic/current-clinic.ts'

const texts = formTexts.settings

export default function FormSettings() {
  const clinic = useClinic()
  return (
    <>
      <PageHeading title={texts.title} site={clinic.name} lead={texts.lead} />
      <div className="mt-8">
        <FormList slug={clinic.subdomain} />
      </div>
    </>
  )
}
