import { Outlet, useMatch } from 'react-router'
import { paths } from '#domain/paths.ts'
import { settingsTexts } from '#domain/texts/settings.ts'
import { PageSaveBar } from '#web/components/form/page-save-bar.tsx'
import { BackLink } from '#web/components/page/back-link.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { SettingsNavigation } from './settings-navigation.tsx'

/** Settings (docs/specification.md B2.12): navigation beside the page; on phones the pages lead back to it. */
export default function SettingsLayout() {
  const isList = useMatch(paths.settings) !== null
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 md:grid-cols-[12.5rem_minmax(0,1fr)]">
      <SettingsNavigation look="rail" className="max-md:hidden" />
      {/* one column, so that children take the whole width */}
      <div className="min-w-0 max-w-[40rem]">
        {!isList && (
          <div className="md:hidden">
            <BackLink to={withClinic(paths.settings)}>{settingsTexts.title}</BackLink>
          </div>
        )}
        <PageSaveBar>
          <Outlet />
        </PageSaveBar>
      </div>
    </div>
  )
}
