import { sql } from 'kysely'
import { cancelAppointmentInput } from '#domain/appointments/appointments.ts'
import { canChange, isLate } from '#domain/appointments/visits.ts'
import { AppError } from '#domain/errors.ts'
import { action } from '#server/clinic/action.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { noteLateCancellation } from '../../visit-fees/fee-rows.ts'
import { isPatientMailed, lockAppointment, notifyProvider } from '../calendar/appointment-rows.ts'
import { followingVisits } from '../calendar/series-rows.ts'
import { cancelRule } from './own-appointment.ts'

/**
 * Cancels a patient's visit, or this and all later visits of its series, and records the caller and the reason.
 * Idempotent. `notifies`: the patient is mailed unless `undo-visit-change` follows with `version`.
 * @throws AppError `not_allowed`, `second_step_required`, `not_found`, `appointment_over`; `changed_elsewhere` with an
 * older `version`; `visit_fee_not_due` if the patient is said to cancel late and accepted no fee for it, or it is not late
 */
export const cancelAppointment = action({
  name: 'cancel-appointment',
  input: cancelAppointmentInput,
  access: 'appointments:write',
  async run(
    tx,
    ctx,
    { appointmentId, version, reason, scope, isLateByPatient = false },
  ): Promise<{ canceled: number; version: number; notifies: boolean }> {
    const { clinicId, userId } = ctx
    const now = ctx.now()
    const { visit, canceled } = await asSystem(tx, async () => {
      const visit = await lockAppointment(tx, clinicId, appointmentId)
      if (visit.status === 'canceled') return { visit, canceled: 0 }
      if (version !== undefined && visit.version !== version) throw new AppError('changed_elsewhere')
      if (!canChange({ status: visit.status, startsAt: visit.starts_at.toISOString() }, now))
        throw new AppError('appointment_over')
      if (isLateByPatient) await requireLate(tx, clinicId, visit, now)
      const following =
        scope === 'following' && visit.series_id
          ? await followingVisits(tx, { clinicId, ...visit, seriesId: visit.series_id })
              .forUpdate()
              .execute()
          : []
      // the later ones of the series are canceled in time
      const late = sql<boolean>`${isLateByPatient}::boolean and id = ${visit.id}`
      const ids = [visit.id, ...following.map(({ id }) => id)]
      await tx
        .updateTable('appointments')
        .set({
          status: 'canceled',
          canceled_at: now,
          canceled_by: userId,
          canceled_by_patient: late,
          canceled_late: late,
          cancel_reason: reason || null,
          updated_at: now,
        })
        .where('clinic_id', '=', clinicId)
        .where('id', 'in', ids)
        .execute()
      if (isLateByPatient) await noteLateCancellation(tx, clinicId, { appointmentId: visit.id, now })
      await notifyProvider(tx, ctx, 'appointment_canceled', {
        id: visit.id,
        version: visit.version + 1,
        patientId: visit.patient_id,
        providerId: visit.provider_id,
      })
      return { visit, canceled: ids.length }
    })
    if (canceled === 0) return { canceled, version: visit.version, notifies: false }
    const about = { patientId: visit.patient_id, endsAt: visit.ends_at, now }
    const notifies = await isPatientMailed(tx, clinicId, about)
    return { canceled, version: visit.version + 1, notifies }
  },
})

/** @throws AppError `visit_fee_not_due` */
async function requireLate(
  tx: Tx,
  clinicId: string,
  visit: { id: string; type: string; status: string; starts_at: Date },
  now: Date,
): Promise<void> {
  const { hours, fee } = await cancelRule(tx, clinicId, visit)
  if (!fee || visit.status !== 'upcoming' || !isLate(visit.starts_at, hours, now))
    throw new AppError('visit_fee_not_due')
}
