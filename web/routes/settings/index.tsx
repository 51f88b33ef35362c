import { useSyncExternalStore } from 'react'
import { Navigate } from 'react-router'
import { paths } from '#domain/paths.ts'
import { settingsTexts } from '#domain/texts/settings.ts'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { useClinic } from '#web/lib/clinic/current-clinic.ts'
import { SettingsNavigation } from './settings-navigation.tsx'

/** The list of the settings on phones; wider screens show it beside each page, and the first page opens. */
export default function SettingsIndex() {
  const clinic = useClinic()
  const hasRail = useSyncExternalStore(onWidth, () => wide.matches)
  if (hasRail) return <Navigate to={withClinic(paths.settingsProfile)} replace />
  return (
    <>
      <PageHeading title={settingsTexts.title} site={clinic.name} />
      <SettingsNavigation look="rows" className="mt-6" />
    </>
  )
}

// as `md:` in settings-layout.tsx
const wide = matchMedia('(min-width: 48rem)')

function onWidth(listener: () => void): () => void {
  wide.addEventListener('change', listener)
  return () => wide.removeEventListener('change', listener)
}
