import { Navigate } from 'react-router'
import { paths } from '#domain/paths.ts'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'

export default function SettingsIndex() {
  return <Navigate to={withClinic(paths.settingsProfile)} replace />
}
