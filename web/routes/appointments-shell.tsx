import { lazy, Suspense } from 'react'
import { activeMembershipIn, isTeamRole } from '#domain/memberships/memberships.ts'
import { ShellPlaceholder } from '#web/components/page/shell-placeholder.tsx'
import { currentClinicSlug } from '#web/lib/clinic/clinic-address.ts'
import { loadPart } from '#web/lib/page/page-chunks.ts'
import { useSession } from '#web/lib/session/session-context.ts'

const loadTeamPage = () => loadPart(() => import('./clinic/appointments.tsx'))
const loadOwnPage = () => loadPart(() => import('./portal/appointments.tsx'))

export const TeamAppointments = lazy(loadTeamPage)
export const OwnAppointments = lazy(loadOwnPage)

// loaded in parallel with the page, not after the shell
const ClinicShell = lazy(async () => {
  const [shell] = await Promise.all([loadPart(() => import('./clinic/clinic-shell.tsx')), loadTeamPage()])
  return shell
})
const PatientShell = lazy(async () => {
  const [shell] = await Promise.all([loadPart(() => import('./portal/patient-shell.tsx')), loadOwnPage()])
  return shell
})

/** The team's shell for its members, the patient's for other readers (docs/specification.md A2). */
export default function AppointmentsShell() {
  const isTeam = useIsTeamHere()
  return <Suspense fallback={<ShellPlaceholder />}>{isTeam ? <ClinicShell /> : <PatientShell />}</Suspense>
}

export function useIsTeamHere(): boolean {
  const { memberships } = useSession()
  const slug = currentClinicSlug()
  const role = slug ? activeMembershipIn(memberships, slug)?.role : undefined
  return role !== undefined && isTeamRole(role)
}
