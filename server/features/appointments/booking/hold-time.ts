import { holdMinutes, holdTimeInput } from '#domain/appointments/appointments.ts'
import { dateIn } from '#domain/values/zones.ts'
import { action } from '#server/clinic/action.ts'
import { onOwnRecord } from '#server/clinic/own-record.ts'
import { afterReadingCalendars } from '#server/features/outside-calendars/stale-calendars.ts'
import { readOutsideCalendar } from '../../outside-calendars/read-outside-calendar.ts'
import { freeHeldTimes } from '../calendar/appointment-rows.ts'
import { awaitScheduleChanges, readSchedule, requireOffered } from '../calendar/schedule-query.ts'
import { unlessTaken } from './time-taken.ts'

/**
 * Holds a time for ten minutes while the caller confirms it. A patient has one hold per clinic; a new one replaces it.
 * @throws AppError `clinic_missing`, `not_allowed`, `email_not_confirmed`, `second_step_required` unless a patient
 * @throws AppError `time_taken`, `time_not_offered`, `not_found` for an unknown type
 */
export const holdTime = afterReadingCalendars(
  action({
    name: 'hold-time',
    input: holdTimeInput,
    access: 'signed-in',
    system: 'times that are free depend on other patients’ visits',
    guardians: 'limited',
    run: (tx, ctx, { appointmentType, providerId, startsAt }): Promise<{ expiresAt: string }> =>
      onOwnRecord(tx, ctx, async ({ patientId, onlyBookedBy, clinic }) => {
        const { clinicId } = ctx
        const now = ctx.now()
        const at = new Date(startsAt)
        await awaitScheduleChanges(tx, clinicId, providerId, now)
        const schedule = await readSchedule(tx, {
          clinicId,
          typeKey: appointmentType,
          from: dateIn(at, clinic.timeZone),
          days: 1,
          now,
          providerId,
          patientId: onlyBookedBy ? null : patientId,
        })
        requireOffered(schedule, at.getTime(), now)
        const expiresAt = new Date(now.getTime() + holdMinutes * 60_000)
        await freeHeldTimes(tx, { clinicId, patientId, now })
        await unlessTaken(() =>
          tx
            .insertInto('app.appointment_holds')
            .values({
              clinic_id: clinicId,
              patient_id: patientId,
              provider_id: providerId,
              starts_at: at,
              duration_minutes: schedule.type.durationMinutes,
              before_minutes: schedule.type.beforeMinutes,
              after_minutes: schedule.type.afterMinutes,
              expires_at: expiresAt,
            })
            .execute(),
        )
        return { expiresAt: expiresAt.toISOString() }
      }),
  }),
  readOutsideCalendar,
)
