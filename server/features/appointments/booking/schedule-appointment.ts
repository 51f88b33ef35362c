import type * as z from 'zod/mini'
import { scheduleAppointmentInput } from '#domain/appointments/appointments.ts'
import type { Rhythm } from '#domain/appointments/rhythm.ts'
import { bookedDates } from '#domain/appointments/series.ts'
import { AppError } from '#domain/errors.ts'
import { appointmentTexts } from '#domain/texts/appointments.ts'
import { formatDate } from '#domain/values/dates.ts'
import { action, type ClinicCtx } from '#server/clinic/action.ts'
import { clinicZone } from '#server/clinic/clinic-zone.ts'
import { isPatientOf } from '#server/clinic/patients.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { freeHeldTimes, instantOf, notifyProvider, requireOfClinic } from '../calendar/appointment-rows.ts'
import { lockProviders, readFirstAvailable } from '../calendar/first-available.ts'
import { planOf } from '../calendar/series-rows.ts'
import { unlessTaken } from './time-taken.ts'

/**
 * Books a visit or a series for a patient, also outside of working hours, and notifies the provider unless the provider
 * is the caller. With `firstAvailable` and no `providerId`, the first provider by name who offers the kind, works and is
 * free at all dates gets it.
 * @returns `providerId` of the visit, or null
 * @throws AppError `not_allowed`, `second_step_required`
 * @throws AppError `invalid_input` at a field that is not the clinic's, has passed, or is skipped by the clocks, and at
 * `providerId` if no provider is free
 * @throws AppError `time_taken` with the conflicting field
 */
export const scheduleAppointment = action({
  name: 'schedule-appointment',
  input: scheduleAppointmentInput,
  access: 'appointments:write',
  async run(tx, ctx, input): Promise<{ appointmentId: string; booked: number; providerId: string | null }> {
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
      const visits = dates.map((date) => ({ date, startsAt: instantOf({ ...input, date }, timeZone, now) }))
      const providerId =
        input.providerId || (input.firstAvailable ? await chooseProvider(tx, ctx, input, visits) : null)
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
      for (const { date, startsAt } of visits) {
        const { id } = await unlessTaken(
          () =>
            tx
              .insertInto('appointments')
              .values({
                clinic_id: clinicId,
                patient_id: input.patientId,
                provider_id: providerId,
                room_id: input.roomId || null,
                series_id: series?.id ?? null,
                series_plan: series
                  ? JSON.stringify(planOf({ ...input, providerId: providerId ?? '' }, date))
                  : null,
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
      await notifyProvider(tx, ctx, 'appointment_booked', { ...visit, providerId })
      return { appointmentId, booked: ids.length, providerId }
    })
  },
})

/** @throws AppError `invalid_input` if no provider is free at all dates */
async function chooseProvider(
  tx: Tx,
  { clinicId, now }: ClinicCtx,
  input: z.output<typeof scheduleAppointmentInput>,
  visits: readonly { date: string; startsAt: Date }[],
): Promise<string> {
  await lockProviders(tx, clinicId)
  const { patientId, appointmentType: typeKey, duration } = input
  const about = { clinicId, now: now(), patientId, typeKey, duration, visits }
  const found = await readFirstAvailable(tx, about)
  if (found?.isFree.every(Boolean)) return found.providerId
  const message = visits.length > 1 ? appointmentTexts.nobody.series : appointmentTexts.nobody.visit
  throw new AppError('invalid_input', { fields: [{ path: 'providerId', message }] })
}

function rhythmColumns(rhythm: Rhythm) {
  if ('everyDays' in rhythm) return { every_days: rhythm.everyDays }
  if ('everyWeeks' in rhythm) return { every_weeks: rhythm.everyWeeks, weekdays: rhythm.weekdays }
  return { every_months: rhythm.everyMonths, nth: rhythm.nth }
}
