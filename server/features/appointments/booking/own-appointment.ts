import { type AppointmentStatus, isLate } from '#domain/appointments/visits.ts'
import { AppError } from '#domain/errors.ts'
import type { ClinicCtx } from '#server/clinic/action.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { noteLateCancellation } from '../../visit-fees/fee-rows.ts'
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
 * Whether a change is late by the deadline of the visit.
 * @throws AppError `change_is_late` unless the patient accepts it
 */
export async function latenessOf(
  tx: Tx,
  {
    clinicId,
    visit,
    acceptsLate,
    now,
  }: {
    clinicId: string
    visit: { id: string; type: string; starts_at: Date }
    acceptsLate: boolean
    now: Date
  },
): Promise<boolean> {
  const late = isLate(visit.starts_at, (await cancelRule(tx, clinicId, visit)).hours, now)
  if (late && !acceptsLate) throw new AppError('change_is_late')
  return late
}

/**
 * Until how many hours before a visit it can be canceled without a consequence: as accepted with its fees, or else as its
 * type states today.
 * @returns `fee`: charged at most for a late cancellation
 */
export async function cancelRule(
  tx: Tx,
  clinicId: string,
  visit: { id: string; type: string },
): Promise<{ hours: number; fee: { cents: number; currency: string } | null }> {
  const [type, accepted] = await Promise.all([
    tx
      .selectFrom('appointment_types')
      .select('cancel_window_hours as hours')
      .where('clinic_id', '=', clinicId)
      .where('key', '=', visit.type)
      .executeTakeFirstOrThrow(),
    tx
      .selectFrom('visit_fees')
      .select(['cancel_window_hours as hours', 'late_cancel_cents as cents', 'currency'])
      .where('clinic_id', '=', clinicId)
      .where('appointment_id', '=', visit.id)
      // fees of another kind of visit no longer count
      .where('type', '=', visit.type)
      .executeTakeFirst(),
  ])
  if (!accepted) return { hours: type.hours, fee: null }
  const { hours, cents, currency } = accepted
  return { hours, fee: cents === null ? null : { cents, currency } }
}

/** Cancels a locked visit for its patient and notifies the provider. Role `system`. @param by empty user: by a link */
export async function cancelByPatient(
  tx: Tx,
  by: Pick<ClinicCtx, 'clinicId' | 'userId' | 'notices'>,
  visit: {
    id: string
    version: number
    status: AppointmentStatus
    patient_id: string
    provider_id: string | null
    isLate: boolean
  },
  { reason, now }: { reason: string; now: Date },
): Promise<void> {
  const { id, version, status, patient_id: patientId, provider_id: providerId, isLate } = visit
  // a request that the clinic has not accepted is withdrawn at any time
  const isLateVisit = isLate && status === 'upcoming'
  await tx
    .updateTable('appointments')
    .set({
      status: 'canceled',
      canceled_at: now,
      canceled_by: by.userId || null,
      canceled_by_patient: true,
      canceled_late: isLateVisit,
      cancel_reason: reason || null,
      updated_at: now,
    })
    .where('clinic_id', '=', by.clinicId)
    .where('id', '=', id)
    .execute()
  if (isLateVisit) await noteLateCancellation(tx, by.clinicId, { appointmentId: id, now })
  await notifyProvider(tx, by, 'appointment_canceled', { id, version: version + 1, patientId, providerId })
}
