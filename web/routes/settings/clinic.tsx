import { Navigate, useLocation } from 'react-router'
import { paths } from '#domain/paths.ts'
import { settingsCardIds } from '#domain/settings-card-ids.ts'
import { clinicTexts } from '#domain/texts/clinics.ts'
import { UnsavedGuard } from '#web/components/form/unsaved-guard.tsx'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { ClinicProfileEditor } from '#web/features/clinics/clinic-profile-editor.tsx'
import { clinicUrl, withClinic } from '#web/lib/clinic/clinic-address.ts'
import { useClinic } from '#web/lib/clinic/current-clinic.ts'
import { leaveWithoutAsking } from '#web/lib/page/leave-page.ts'

const texts = clinicTexts.profile

/** Cards that were on this page: saved links still find them. */
const pagesOfCards: Readonly<Record<string, string>> = {
  [settingsCardIds.logo]: paths.settingsWebsite,
  [settingsCardIds.brand]: paths.settingsWebsite,
  [settingsCardIds.hours]: paths.settingsHours,
  [settingsCardIds.replies]: paths.settingsMessages,
  [settingsCardIds.messages]: paths.settingsMessages,
  [settingsCardIds.guardians]: paths.settingsMinors,
  [settingsCardIds.publishableKey]: paths.settingsIntegrations,
}

/** The clinic's profile (docs/specification.md B2.12). */
export default function ClinicSettings() {
  const clinic = useClinic()
  const { hash } = useLocation()
  const pageOfCard = pagesOfCards[hash.slice(1)]
  if (pageOfCard) return <Navigate to={withClinic(`${pageOfCard}${hash}`)} replace />
  return (
    <UnsavedGuard>
      <PageHeading title={texts.title} site={clinic.name} lead={texts.lead} />
      <div className="mt-8">
        <ClinicProfileEditor
          key={clinic.id}
          clinic={clinic}
          // reloads the page, because all loaded data belongs to the old subdomain
          onMoved={(subdomain) => leaveWithoutAsking(clinicUrl(subdomain, paths.settingsClinic))}
        />
      </div>
    </UnsavedGuard>
  )
}
