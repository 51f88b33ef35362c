import { confirmOwnAppointmentInput } from '#domain/appointments/appointments.ts'
import { AppError } from '#domain/errors.ts'
import { action } from '#server/clinic/action.ts'
import { lockOwnRecord } from '#server/clinic/own-record.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { acceptFeesLater } from '../../visit-fees/accept-fees.ts'
import { confirmation, isAhead } from './confirmation.ts'
import { lockOwnAppointment } from './own-appointment.ts'

/**
 * Records that the caller will come to their visit, and the fees that they accept with it. Idempotent.
 * @throws AppError `clinic_missing`, `not_allowed`, `email_not_confirmed`, `second_step_required` unless a patient
 * @throws AppError `not_found`; `appointment_over` unless the visit is ahead and accepted; `visit_fee_not_accepted` for fees
 * that have changed since the caller read them
 */
export const confirmOwnAppointment = action({
  name: 'confirm-own-appointment',
  input: confirmOwnAppointmentInput,
  access: 'signed-in',
  guardians: 'limited',
  async run(tx, ctx, { appointmentId, acceptsFeesOf }): Promise<{ success: true }> {
    const { patientId, onlyBookedBy, clinic } = await lockOwnRecord(tx, ctx)
    const { clinicId, userId } = ctx
    const now = ctx.now()
    const visit = await lockOwnAppointment(tx, {
      ...{ clinicId, patientId, onlyBookedBy, appointmentId, now },
      acceptsLate: true,
    })
    if (!isAhead(visit, now)) throw new AppError('appointment_over')
    const confirmed = confirmation(visit, 'portal', now)
    await asSystem(tx, async () => {
      if (confirmed)
        await tx
          .updateTable('appointments')
          .set({ ...confirmed, updated_at: now })
          .where('clinic_id', '=', clinicId)
          .where('id', '=', visit.id)
          .execute()
      if (acceptsFeesOf !== undefined)
        await acceptFeesLater(tx, {
          ...{ clinicId, appointmentId, patientId, userId, type: visit.type },
          ...{ currency: clinic.currency, acceptsFeesOf, now },
        })
    })
    return { success: true }
  },
})
