import { Navigate } from 'react-router'
import { withClinic } from '../../lib/clinic-address.ts'
import { paths } from '../../paths.ts'

/** `/settings` opens with the profile. */
export default function SettingsIndex() {
  return <Navigate to={withClinic(paths.settingsProfile)} replace />
}
