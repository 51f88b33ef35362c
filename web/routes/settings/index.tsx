import { Navigate } from 'react-router'
import { withClinic } from '#web/lib/clinic-address.ts'
import { paths } from '#web/paths.ts'

/** `/settings` opens with the profile. */
export default function SettingsIndex() {
  return <Navigate to={withClinic(paths.settingsProfile)} replace />
}
