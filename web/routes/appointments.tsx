import { OwnAppointments, TeamAppointments, useIsTeamHere } from './appointments-shell.tsx'

/** `/appointments`: the clinic's for the team, a patient's own. */
export default function Appointments() {
  return useIsTeamHere() ? <TeamAppointments /> : <OwnAppointments />
}
