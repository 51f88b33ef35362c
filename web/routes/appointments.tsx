import { useIsTeamHere } from './appointments-shell.tsx'
import TeamAppointments from './clinic/appointments.tsx'
import OwnAppointments from './portal/appointments.tsx'

/** `/appointments`: everybody's for the team, their own for a patient. */
export default function Appointments() {
  return useIsTeamHere() ? <TeamAppointments /> : <OwnAppointments />
}
