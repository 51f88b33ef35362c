import { type FreeTimesView, freeTimesInput } from '#domain/appointments/appointments.ts'
import { AppError } from '#domain/errors.ts'
import { action } from '#server/clinic/action.ts'
import { requireHealthDataAccess } from '#server/clinic/health-data.ts'
import { onlyBookedBy } from '#server/clinic/own-record.ts'
import { isPatientOf } from '#server/clinic/patients.ts'
import { recordRead } from '#server/clinic/record-read.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { lockAppointment } from './appointment-rows.ts'
import { readSchedule, timesOf } from './schedule-query.ts'

/**
 * Returns the times at which a visit can begin: for patients within the type's notice, for the team from now on. Audits
 * a read of the patient whose other visits exclude times.
 * @throws AppError `not_allowed`, `email_not_confirmed`, `second_step_required`; `not_found` for an unknown type, for a
 * visit of another patient, and for a `patientId` that is not the clinic's or not the caller's own
 */
export const freeTimes = action({
  name: 'free-times',
  input: freeTimesInput,
  access: 'signed-in',
  system: 'times that are free depend on other patients’ visits',
  guardians: 'limited',
  async run(tx, ctx, input): Promise<FreeTimesView> {
    const { appointmentType, providerId, from, days, appointmentId } = input
    const { clinicId, actor } = ctx
    if (!clinicId) throw new AppError('clinic_missing')
    const isPatient = actor.role === 'patient' || actor.guardianAccess !== null
    if (!actor.role && !isPatient)
      throw new AppError(actor.emailConfirmed ? 'not_allowed' : 'email_not_confirmed')
    if (isPatient && !actor.patientId) throw new AppError('not_allowed')
    const only = onlyBookedBy(ctx)
    await requireHealthDataAccess(tx)
    const { patientId: named } = input
    // as the caller: a patient that the caller may not read is unknown
    const isKnown = isPatient ? named === actor.patientId : named && (await isPatientOf(tx, clinicId, named))
    if (named && !isKnown) throw new AppError('not_found')
    const { patientId, ...found } = await asSystem(tx, async () => {
      let patientId = isPatient ? (only ? null : actor.patientId) : (named ?? null)
      if (appointmentId) {
        const visit = await lockAppointment(tx, clinicId, appointmentId)
        if (isPatient && visit.patient_id !== actor.patientId) throw new AppError('not_found')
        if (only && visit.booked_by !== only) throw new AppError('not_found')
        if (!only) patientId = visit.patient_id
      }
      const now = ctx.now()
      const schedule = await readSchedule(tx, {
        clinicId,
        typeKey: appointmentType,
        days,
        now,
        from,
        providerId,
        patientId,
        exceptId: appointmentId,
      })
      const isOffered = !isPatient || (schedule.type.isActive && schedule.type.patientsBook !== 'no')
      const times = isOffered ? timesOf(schedule, isPatient ? 'patient' : 'team', now) : []
      return {
        patientId,
        timeZone: schedule.timeZone,
        from: schedule.from,
        times: times.map((each) => ({
          startsAt: new Date(each.startsAt).toISOString(),
          providerId: each.providerId,
        })),
      }
    })
    if (patientId) await recordRead(tx, ['appointments'], [patientId], 'free-times')
    return found
  },
})
