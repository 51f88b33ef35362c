import { isLate } from '#domain/appointments/visits.ts'
import { AppError } from '#domain/errors.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { lockAppointment } from '../calendar/appointment-rows.ts'

/**
 * Locks a visit that its patient may still move or cancel.
 * @param acceptsLate the patient accepted the consequence of a late change (docs/domain-rules.md rule 27)
 * @throws AppError `not_found`, `appointment_over`, `change_is_late`
 */
export async function lockOwnAppointment(
  tx: Tx,
  {
    clinicId,
    patientId,
    onlyBookedBy,
    appointmentId,
    acceptsLate,
    now,
  }: {
    clinicId: string
    patientId: string
    onlyBookedBy: string | null
    appointmentId: string
    acceptsLate: boolean
    now: Date
  },
) {
  const visit = await asSystem(tx, () => lockAppointment(tx, clinicId, appointmentId))
  if (visit.patient_id !== patientId || (onlyBookedBy && visit.booked_by !== onlyBookedBy))
    throw new AppError('not_found')
  if (visit.status === 'canceled') return { ...visit, isLate: false }
  if (!['requested', 'upcoming'].includes(visit.status) || visit.starts_at <= now)
    throw new AppError('appointment_over')
  const { cancel_window_hours: hours } = await tx
    .selectFrom('appointment_types')
    .select('cancel_window_hours')
    .where('clinic_id', '=', clinicId)
    .where('key', '=', visit.type)
    .executeTakeFirstOrThrow()
  const late = isLate(visit.starts_at, hours, now)
  if (late && !acceptsLate) throw new AppError('change_is_late')
  return { ...visit, isLate: late }
}
