import { activeMembershipIn, isTeamRole } from '#domain/memberships/memberships.ts'
import { currentClinicSlug } from '#web/lib/clinic-address.ts'
import { useSession } from '#web/lib/session-context.ts'
import ClinicShell from './clinic/clinic-shell.tsx'
import PatientShell from './portal/patient-shell.tsx'

/** The team's shell for its members, the patient's for everybody else (docs/specification.md A2). */
export default function AppointmentsShell() {
  return useIsTeamHere() ? <ClinicShell /> : <PatientShell />
}

/** Whether the reader is on the team of the clinic that the address names. */
export function useIsTeamHere(): boolean {
  const { memberships } = useSession()
  const slug = currentClinicSlug()
  const role = slug ? activeMembershipIn(memberships, slug)?.role : undefined
  return role !== undefined && isTeamRole(role)
}
