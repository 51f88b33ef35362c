import { rescheduleAppointmentInput } from '#domain/appointments/appointments.ts'
import { canChange } from '#domain/appointments/visits.ts'
import { AppError } from '#domain/errors.ts'
import { formatDate } from '#domain/values/dates.ts'
import { addDays, daysBetween } from '#domain/values/zones.ts'
import { action } from '#server/clinic/action.ts'
import { clinicZone } from '#server/clinic/clinic-zone.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import {
  freeHeldTimes,
  instantOf,
  lockAppointment,
  lockFollowing,
  notifyProvider,
  requireOfClinic,
} from '../calendar/appointment-rows.ts'
import { unlessTaken } from './time-taken.ts'

/**
 * Changes a patient's visit, or this and all later visits of its series by the same number of days, and records the
 * earlier state (docs/domain-rules.md rule 27).
 * @throws AppError `not_allowed`, `second_step_required`, `not_found`, `appointment_over`
 * @throws AppError `changed_elsewhere`
 * @throws AppError `invalid_input`, `time_taken` as `schedule-appointment` does
 */
export const rescheduleAppointment = action({
  name: 'reschedule-appointment',
  input: rescheduleAppointmentInput,
  access: 'appointments:write',
  async run(tx, ctx, input): Promise<{ version: number; moved: number }> {
    const { clinicId } = ctx
    const now = ctx.now()
    const before = await asSystem(tx, () => lockAppointment(tx, clinicId, input.appointmentId))
    if (before.version !== input.version) throw new AppError('changed_elsewhere')
    if (!canChange({ status: before.status, startsAt: before.starts_at.toISOString() }, now))
      throw new AppError('appointment_over')
    const [timeZone] = await Promise.all([
      clinicZone(tx, clinicId),
      requireOfClinic(tx, clinicId, input, before),
    ])
    return asSystem(tx, async () => {
      await freeHeldTimes(tx, { clinicId, patientId: before.patient_id, now })
      const days = daysBetween(before.date, input.date)
      const following =
        input.scope === 'following' && before.series_id
          ? await lockFollowing(tx, clinicId, before.series_id, before.date)
          : []
      const others = following.filter(({ id }) => id !== before.id)
      const visits = [before, ...others]
      // last first when moving to later days, so that no visit overlaps the next of its series
      if (days > 0) visits.reverse()
      for (const visit of visits) {
        const date = addDays(visit.date, days)
        const hasMoved = visit.date !== date || visit.time !== input.time || input.isLaterHour !== undefined
        const startsAt = hasMoved ? instantOf({ ...input, date }, timeZone, now) : null
        await unlessTaken(
          () =>
            tx
              .updateTable('appointments')
              .set({
                type: input.appointmentType,
                provider_id: input.providerId || null,
                room_id: input.roomId || null,
                duration_minutes: input.duration,
                ...(startsAt && { starts_at: startsAt, date, time: input.time }),
                ...(visit.id === before.id && { notes: input.notes || null }),
                updated_at: now,
              })
              .where('clinic_id', '=', clinicId)
              .where('id', '=', visit.id)
              .execute(),
          { patientId: before.patient_id, day: visits.length > 1 ? formatDate(date) : undefined },
        )
      }
      const version = before.version + 1
      const visit = { id: before.id, version, patientId: before.patient_id }
      await notifyProvider(tx, ctx, 'appointment_moved', { ...visit, providerId: input.providerId || null })
      if (before.provider_id && before.provider_id !== input.providerId)
        await notifyProvider(tx, ctx, 'appointment_moved', { ...visit, providerId: before.provider_id })
      return { version, moved: visits.length }
    })
  },
})
