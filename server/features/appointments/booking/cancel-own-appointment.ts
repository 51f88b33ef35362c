import { cancelOwnAppointmentInput } from '#domain/appointments/appointments.ts'
import { action } from '#server/clinic/action.ts'
import { lockOwnRecord } from '#server/clinic/own-record.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { cancelByPatient, lockOwnAppointment } from './own-appointment.ts'

/**
 * Cancels the caller's own visit. Idempotent.
 * @throws AppError `clinic_missing`, `not_allowed`, `email_not_confirmed`, `second_step_required` unless a patient
 * @throws AppError `not_found`, `appointment_over`, `change_is_late`
 */
export const cancelOwnAppointment = action({
  name: 'cancel-own-appointment',
  input: cancelOwnAppointmentInput,
  access: 'signed-in',
  guardians: 'limited',
  async run(tx, ctx, { appointmentId, reason, acceptsLate }): Promise<{ success: true }> {
    const { patientId, onlyBookedBy } = await lockOwnRecord(tx, ctx)
    const { clinicId } = ctx
    const now = ctx.now()
    const visit = await lockOwnAppointment(tx, {
      ...{ clinicId, patientId, onlyBookedBy, appointmentId, acceptsLate, now },
    })
    if (visit.status !== 'canceled')
      await asSystem(tx, () => cancelByPatient(tx, ctx, visit, { reason, now }))
    return { success: true }
  },
})
