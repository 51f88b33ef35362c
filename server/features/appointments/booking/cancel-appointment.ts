import { cancelAppointmentInput } from '#domain/appointments/appointments.ts'
import { canChange } from '#domain/appointments/visits.ts'
import { AppError } from '#domain/errors.ts'
import { action } from '#server/clinic/action.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { isPatientMailed, lockAppointment, notifyProvider } from '../calendar/appointment-rows.ts'
import { followingVisits } from '../calendar/series-rows.ts'

/**
 * Cancels a patient's visit, or this and all later visits of its series, and records the caller and the reason.
 * Idempotent. `notifies`: the patient is mailed unless `undo-visit-change` follows with `version`.
 * @throws AppError `not_allowed`, `second_step_required`, `not_found`, `appointment_over`; `changed_elsewhere` with an
 * older `version`
 */
export const cancelAppointment = action({
  name: 'cancel-appointment',
  input: cancelAppointmentInput,
  access: 'appointments:write',
  async run(
    tx,
    ctx,
    { appointmentId, version, reason, scope },
  ): Promise<{ canceled: number; version: number; notifies: boolean }> {
    const { clinicId, userId } = ctx
    const now = ctx.now()
    const { visit, canceled } = await asSystem(tx, async () => {
      const visit = await lockAppointment(tx, clinicId, appointmentId)
      if (visit.status === 'canceled') return { visit, canceled: 0 }
      if (version !== undefined && visit.version !== version) throw new AppError('changed_elsewhere')
      if (!canChange({ status: visit.status, startsAt: visit.starts_at.toISOString() }, now))
        throw new AppError('appointment_over')
      const following =
        scope === 'following' && visit.series_id
          ? await followingVisits(tx, { clinicId, ...visit, seriesId: visit.series_id })
              .forUpdate()
              .execute()
          : []
      const ids = [visit.id, ...following.map(({ id }) => id)]
      await tx
        .updateTable('appointments')
        .set({
          status: 'canceled',
          canceled_at: now,
          canceled_by: userId,
          cancel_reason: reason || null,
          updated_at: now,
        })
        .where('clinic_id', '=', clinicId)
        .where('id', 'in', ids)
        .execute()
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
