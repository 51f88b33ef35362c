import { bookAppointmentInput } from '#domain/appointments/appointments.ts'
import { wallClock } from '#domain/values/zones.ts'
import { action } from '#server/clinic/action.ts'
import { onOwnRecord } from '#server/clinic/own-record.ts'
import { afterReadingCalendars } from '#server/features/outside-calendars/stale-calendars.ts'
import { readOutsideCalendar } from '../../outside-calendars/read-outside-calendar.ts'
import { acceptFees } from '../../visit-fees/accept-fees.ts'
import { freeHeldTimes, notifyProvider } from '../calendar/appointment-rows.ts'
import { awaitScheduleChanges, readSchedule, requireOffered } from '../calendar/schedule-query.ts'
import { unlessTaken } from './time-taken.ts'

/**
 * Books a visit for the caller, or requests it where the clinic confirms first. A request reserves the time too. Ends
 * the caller's hold.
 * @throws AppError `clinic_missing`, `not_allowed`, `email_not_confirmed`, `second_step_required` unless a patient
 * @throws AppError `time_taken`, `time_not_offered`, `not_found` for an unknown type
 * @throws AppError `visit_fee_not_accepted` for a kind of visit whose fees the caller has not accepted
 */
export const bookAppointment = afterReadingCalendars(
  action({
    name: 'book-appointment',
    input: bookAppointmentInput,
    access: 'signed-in',
    system: 'times that are free depend on other patients’ visits',
    guardians: 'limited',
    run: (
      tx,
      ctx,
      { appointmentType, providerId, startsAt, acceptsFeesOf },
    ): Promise<{ appointmentId: string; isRequest: boolean }> =>
      onOwnRecord(tx, ctx, async ({ patientId, onlyBookedBy, clinic }) => {
        const { clinicId, userId } = ctx
        const now = ctx.now()
        const at = new Date(startsAt)
        const { date, time } = wallClock(at.getTime(), clinic.timeZone)
        await awaitScheduleChanges(tx, clinicId, providerId, now)
        const schedule = await readSchedule(tx, {
          clinicId,
          typeKey: appointmentType,
          from: date,
          days: 1,
          now,
          providerId,
          patientId: onlyBookedBy ? null : patientId,
        })
        requireOffered(schedule, at.getTime(), now)
        await freeHeldTimes(tx, { clinicId, patientId, now })
        const isRequest = schedule.type.patientsBook === 'request'
        const { id } = await unlessTaken(() =>
          tx
            .insertInto('appointments')
            .values({
              clinic_id: clinicId,
              patient_id: patientId,
              provider_id: providerId,
              type: appointmentType,
              status: isRequest ? 'requested' : 'upcoming',
              starts_at: at,
              date,
              time,
              time_zone: clinic.timeZone,
              ends_at: at,
              duration_minutes: schedule.type.durationMinutes,
              booked_by: userId,
              booked_by_patient: true,
              created_at: now,
              updated_at: now,
            })
            .returning('id')
            .executeTakeFirstOrThrow(),
        )
        const { currency } = clinic
        await acceptFees(tx, {
          ...{ clinicId, appointmentId: id, patientId, userId, type: appointmentType },
          ...{ currency, acceptsFeesOf, now },
        })
        const kind = isRequest ? 'appointment_requested' : 'appointment_booked'
        await notifyProvider(tx, ctx, kind, { id, version: 1, patientId, providerId })
        return { appointmentId: id, isRequest }
      }),
  }),
  readOutsideCalendar,
)
