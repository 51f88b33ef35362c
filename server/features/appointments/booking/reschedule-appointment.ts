import { rescheduleAppointmentInput } from '#domain/appointments/appointments.ts'
import { isSamePlan, type VisitPlan } from '#domain/appointments/series-change.ts'
import { canChange } from '#domain/appointments/visits.ts'
import { AppError } from '#domain/errors.ts'
import { appointmentTexts } from '#domain/texts/appointments.ts'
import { formatDate } from '#domain/values/dates.ts'
import { action, type ClinicCtx } from '#server/clinic/action.ts'
import { clinicZone } from '#server/clinic/clinic-zone.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import {
  freeHeldTimes,
  instantOf,
  isPatientMailed,
  lockAppointment,
  notifyProvider,
  requireOfClinic,
} from '../calendar/appointment-rows.ts'
import { followedVisits, planOf, seriesVisitOf } from '../calendar/series-rows.ts'
import { unlessTaken } from './time-taken.ts'

/**
 * Changes a patient's visit and records the earlier state (docs/domain-rules.md rule 27). A visit ahead does not move
 * before now. With `following`, later visits
 * of its series get what was changed; those that were changed on their own retain it unless `includesOwn`. `notifies`:
 * the patient is mailed unless `undo-visit-change` follows with `version`.
 * @throws AppError `not_allowed`, `second_step_required`, `not_found`, `appointment_over`
 * @throws AppError `changed_elsewhere`
 * @throws AppError `invalid_input`, `time_taken` as `schedule-appointment` does
 */
export const rescheduleAppointment = action({
  name: 'reschedule-appointment',
  input: rescheduleAppointmentInput,
  access: 'appointments:write',
  async run(
    tx,
    ctx,
    input,
  ): Promise<{
    version: number
    moved: number
    retained: number
    notifies: boolean
  }> {
    const { clinicId } = ctx
    const now = ctx.now()
    const before = await asSystem(tx, () => lockAppointment(tx, clinicId, input.appointmentId))
    if (before.version !== input.version) throw new AppError('changed_elsewhere')
    if (!canChange({ status: before.status, startsAt: before.starts_at.toISOString() }, now))
      throw new AppError('appointment_over')
    const about = { patientId: before.patient_id, endsAt: before.ends_at, now }
    const [timeZone] = await Promise.all([
      clinicZone(tx, clinicId),
      requireOfClinic(tx, clinicId, input, before),
    ])
    const notifies = await isPatientMailed(tx, clinicId, about)
    return asSystem(tx, async () => {
      await freeHeldTimes(tx, { clinicId, patientId: before.patient_id, now })
      const from = seriesVisitOf(before)
      const to = planOf(input, input.date)
      const targets =
        input.scope === 'following' && before.series_id
          ? await followedVisits(tx, { ...from, clinicId, seriesId: before.series_id }, to, {
              isLocked: true,
              includesOwn: input.includesOwn ?? false,
            })
          : [{ id: before.id, from, to, planned: null, retains: [] }]
      // last first when moving to later days, so that no visit overlaps the next of its series
      if (input.date > before.date) targets.reverse()
      for (const visit of targets)
        await saveVisit(
          tx,
          ctx,
          { ...input, ...visit, patientId: before.patient_id, isAhead: before.starts_at > now },
          timeZone,
        )
      const version = before.version + 1
      const visit = { id: before.id, version, patientId: before.patient_id }
      const isOther = Boolean(before.provider_id) && before.provider_id !== input.providerId
      const isSameTime = before.date === input.date && before.time === input.time
      const kind = isOther && isSameTime ? 'appointment_handed_over' : 'appointment_moved'
      await notifyProvider(tx, ctx, kind, { ...visit, providerId: input.providerId || null })
      if (isOther) await notifyProvider(tx, ctx, kind, { ...visit, providerId: before.provider_id })
      const moved = targets.filter((target) => target.id === before.id || !isSamePlan(target.from, target.to))
      const retained = targets.filter(({ retains }) => retains.length > 0)
      return { version, moved: moved.length, retained: retained.length, notifies }
    })
  },
})

/** @throws AppError `invalid_input`, `time_taken` */
async function saveVisit(
  tx: Tx,
  ctx: ClinicCtx,
  visit: {
    id: string
    /** The first, which the form shows. */
    appointmentId: string
    isLaterHour?: boolean | undefined
    notes: string
    scope?: 'one' | 'following' | undefined
    patientId: string
    isAhead: boolean
    from: VisitPlan
    to: VisitPlan
    planned: VisitPlan | null
  },
  timeZone: string,
): Promise<void> {
  const { from, to, planned, isLaterHour } = visit
  const isFirst = visit.id === visit.appointmentId
  const hasMoved = from.date !== to.date || from.time !== to.time || (isFirst && isLaterHour !== undefined)
  const startsAt = hasMoved ? instantOf({ ...to, isLaterHour }, timeZone, ctx.now()) : null
  if (visit.isAhead && startsAt && startsAt < ctx.now())
    throw new AppError('invalid_input', {
      fields: [{ path: 'time', message: appointmentTexts.form.timePassed }],
    })
  await unlessTaken(
    () =>
      tx
        .updateTable('appointments')
        .set({
          type: to.type,
          provider_id: to.providerId,
          room_id: to.roomId,
          duration_minutes: to.duration,
          ...(startsAt && { starts_at: startsAt, date: to.date, time: to.time }),
          ...(planned && { series_plan: JSON.stringify(planned) }),
          ...(isFirst && { notes: visit.notes || null }),
          updated_at: ctx.now(),
        })
        .where('clinic_id', '=', ctx.clinicId)
        .where('id', '=', visit.id)
        .execute(),
    { patientId: visit.patientId, day: visit.scope === 'following' ? formatDate(to.date) : undefined },
  )
}
