import { Navigate } from 'react-router'
import { isTeamRole } from '#domain/memberships/memberships.ts'
import { paths } from '#domain/paths.ts'
import { withClinic } from '../lib/clinic/clinic-address.ts'
import { useSession } from '../lib/session/session-context.ts'

export default function Dashboard() {
  const { role } = useSession()
  return <Navigate to={withClinic(isTeamRole(role) ? paths.clinic : paths.home)} replace />
}
