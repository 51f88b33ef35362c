import { scheduleAppointmentInput } from '#domain/appointments/appointments.ts'
import type { Rhythm } from '#domain/appointments/rhythm.ts'
import { bookedDates } from '#domain/appointments/series.ts'
import { AppError } from '#domain/errors.ts'
import { appointmentTexts } from '#domain/texts/appointments.ts'
import { formatDate } from '#domain/values/dates.ts'
import { action } from '#server/clinic/action.ts'
import { clinicZone } from '#server/clinic/clinic-zone.ts'
import { isPatientOf } from '#server/clinic/patients.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { freeHeldTimes, instantOf, notifyProvider, requireOfClinic } from '../calendar/appointment-rows.ts'
import { planOf } from '../calendar/series-rows.ts'
import { unlessTaken } from './time-taken.ts'

/**
 * Books a visit or a series for a patient, also outside of working hours, and notifies the provider unless the provider
 * is the caller.
 * @throws AppError `not_allowed`, `second_step_required`
 * @throws AppError `invalid_input` at a field that is not the clinic's, has passed, or is skipped by the clocks
 * @throws AppError `time_taken` with the conflicting field
 */
export const scheduleAppointment = action({
  name: 'schedule-appointment',
  input: scheduleAppointmentInput,
  access: 'appointments:write',
  async run(tx, ctx, input): Promise<{ appointmentId: string; booked: number }> {
    const { clinicId, userId } = ctx
    const now = ctx.now()
    const [timeZone, isPatient] = await Promise.all([
      clinicZone(tx, clinicId),
      isPatientOf(tx, clinicId, input.patientId),
      requireOfClinic(tx, clinicId, input),
    ])
    if (!isPatient)
      throw new AppError('invalid_input', {
        fields: [{ path: 'patientId', message: appointmentTexts.form.patientGone }],
      })
    return asSystem(tx, async () => {
      await freeHeldTimes(tx, { clinicId, patientId: input.patientId, now })
      const dates = input.repeat ? bookedDates(input.date, input.repeat) : [input.date]
      const series = input.repeat
        ? await tx
            .insertInto('appointment_series')
            .values({
              clinic_id: clinicId,
              patient_id: input.patientId,
              ...rhythmColumns(input.repeat),
              created_by: userId,
              created_at: now,
            })
            .returning('id')
            .executeTakeFirstOrThrow()
        : null
      const ids: string[] = []
      for (const date of dates) {
        const startsAt = instantOf({ ...input, date }, timeZone, now)
        const { id } = await unlessTaken(
          () =>
            tx
              .insertInto('appointments')
              .values({
                clinic_id: clinicId,
                patient_id: input.patientId,
                provider_id: input.providerId || null,
                room_id: input.roomId || null,
                series_id: series?.id ?? null,
                series_plan: series ? JSON.stringify(planOf(input, date)) : null,
                type: input.appointmentType,
                starts_at: startsAt,
                date,
                time: input.time,
                time_zone: timeZone,
                ends_at: startsAt,
                duration_minutes: input.duration,
                notes: input.notes || null,
                booked_by: userId,
                created_at: now,
                updated_at: now,
              })
              .returning('id')
              .executeTakeFirstOrThrow(),
          { patientId: input.patientId, day: dates.length > 1 ? formatDate(date) : undefined },
        )
        ids.push(id)
      }
      const [appointmentId = ''] = ids
      const visit = { id: appointmentId, version: 1, patientId: input.patientId }
      await notifyProvider(tx, ctx, 'appointment_booked', { ...visit, providerId: input.providerId || null })
      return { appointmentId, booked: ids.length }
    })
  },
})

function rhythmColumns(rhythm: Rhythm) {
  if ('everyDays' in rhythm) return { every_days: rhythm.everyDays }
  if ('everyWeeks' in rhythm) return { every_weeks: rhythm.everyWeeks, weekdays: rhythm.weekdays }
  return { every_months: rhythm.everyMonths, nth: rhythm.nth }
}
