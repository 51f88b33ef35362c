import { moveOwnAppointmentInput } from '#domain/appointments/appointments.ts'
import { AppError } from '#domain/errors.ts'
import { wallClock } from '#domain/values/zones.ts'
import { action } from '#server/clinic/action.ts'
import { onOwnRecord } from '#server/clinic/own-record.ts'
import { afterReadingCalendars } from '#server/features/outside-calendars/stale-calendars.ts'
import { readOutsideCalendar } from '../../outside-calendars/read-outside-calendar.ts'
import { freeHeldTimes, notifyProvider } from '../calendar/appointment-rows.ts'
import { awaitScheduleChanges, readSchedule, requireOffered } from '../calendar/schedule-query.ts'
import { lockOwnAppointment } from './own-appointment.ts'
import { unlessTaken } from './time-taken.ts'

/**
 * Moves the caller's own visit to a free time and records the earlier time. A request stays a request.
 * @throws AppError `clinic_missing`, `not_allowed`, `email_not_confirmed`, `second_step_required` unless a patient
 * @throws AppError `not_found`, `appointment_over`, `change_is_late`, `time_taken`, `time_not_offered`
 */
export const moveOwnAppointment = afterReadingCalendars(
  action({
    name: 'move-own-appointment',
    input: moveOwnAppointmentInput,
    access: 'signed-in',
    system: 'times that are free depend on other patients’ visits',
    guardians: 'limited',
    run: (tx, ctx, { appointmentId, providerId, startsAt, acceptsLate }): Promise<{ success: true }> =>
      onOwnRecord(tx, ctx, async ({ patientId, onlyBookedBy, clinic }) => {
        const { clinicId } = ctx
        const now = ctx.now()
        // before the visit is locked, as a removal of the provider does
        await awaitScheduleChanges(tx, clinicId, providerId, now)
        const visit = await lockOwnAppointment(tx, {
          ...{ clinicId, patientId, onlyBookedBy, appointmentId, acceptsLate, now },
        })
        if (visit.status === 'canceled') throw new AppError('appointment_over')
        const at = new Date(startsAt)
        const { date, time } = wallClock(at.getTime(), clinic.timeZone)
        const schedule = await readSchedule(tx, {
          clinicId,
          typeKey: visit.type,
          from: date,
          days: 1,
          now,
          providerId,
          patientId: onlyBookedBy ? null : patientId,
          exceptId: visit.id,
        })
        requireOffered(schedule, at.getTime(), now)
        await freeHeldTimes(tx, { clinicId, patientId, now })
        const { version } = await unlessTaken(() =>
          tx
            .updateTable('appointments')
            .set({ starts_at: at, date, time, provider_id: providerId, updated_at: now })
            .where('clinic_id', '=', clinicId)
            .where('id', '=', visit.id)
            .returning('version')
            .executeTakeFirstOrThrow(),
        )
        const moved = { id: visit.id, version, patientId }
        await notifyProvider(tx, ctx, 'appointment_moved', { ...moved, providerId })
        if (visit.provider_id !== providerId)
          await notifyProvider(tx, ctx, 'appointment_moved', { ...moved, providerId: visit.provider_id })
        return { success: true }
      }),
  }),
  readOutsideCalendar,
)
