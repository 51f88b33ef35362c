import { OwnAppointments, TeamAppointments, useIsTeamHere } from './appointments-shell.tsx'

export default function Appointments() {
  return useIsTeamHere() ? <TeamAppointments /> : <OwnAppointments />
}
