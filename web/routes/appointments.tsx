import { OwnAppointments, TeamAppointments, useIsTeamHere } from './appointments-shell.tsx'

/** `/appointments`: the clinic's for the team, their own for a patient. */
export default function Appointments() {
  return useIsTeamHere() ? <TeamAppointments /> : <OwnAppointments />
}
