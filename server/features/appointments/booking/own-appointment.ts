import { isLate } from '#domain/appointments/visits.ts'
import { AppError } from '#domain/errors.ts'
import type { ClinicCtx } from '#server/clinic/action.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { lockAppointment, notifyProvider } from '../calendar/appointment-rows.ts'

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
  return { ...visit, isLate: await latenessOf(tx, { clinicId, visit, acceptsLate, now }) }
}

/**
 * Whether a change is late by the window of the visit's type.
 * @throws AppError `change_is_late` unless the patient accepts it
 */
export async function latenessOf(
  tx: Tx,
  {
    clinicId,
    visit,
    acceptsLate,
    now,
  }: { clinicId: string; visit: { type: string; starts_at: Date }; acceptsLate: boolean; now: Date },
): Promise<boolean> {
  const late = isLate(visit.starts_at, await cancelWindow(tx, clinicId, visit.type), now)
  if (late && !acceptsLate) throw new AppError('change_is_late')
  return late
}

/** In hours. */
export async function cancelWindow(tx: Tx, clinicId: string, type: string): Promise<number> {
  const row = await tx
    .selectFrom('appointment_types')
    .select('cancel_window_hours')
    .where('clinic_id', '=', clinicId)
    .where('key', '=', type)
    .executeTakeFirstOrThrow()
  return row.cancel_window_hours
}

/** Cancels a locked visit for its patient and notifies the provider. Role `system`. @param by empty user: by a link */
export async function cancelByPatient(
  tx: Tx,
  by: Pick<ClinicCtx, 'clinicId' | 'userId' | 'notices'>,
  visit: {
    id: string
    version: number
    patient_id: string
    provider_id: string | null
    isLate: boolean
  },
  { reason, now }: { reason: string; now: Date },
): Promise<void> {
  const { id, version, patient_id: patientId, provider_id: providerId, isLate } = visit
  await tx
    .updateTable('appointments')
    .set({
      status: 'canceled',
      canceled_at: now,
      canceled_by: by.userId || null,
      canceled_by_patient: true,
      canceled_late: isLate,
      cancel_reason: reason || null,
      updated_at: now,
    })
    .where('clinic_id', '=', by.clinicId)
    .where('id', '=', id)
    .execute()
  await notifyProvider(tx, by, 'appointment_canceled', { id, version: version + 1, patientId, providerId })
}
