import { visitReachInput } from '#domain/appointments/appointments.ts'
import type { ReminderWay, VisitReach } from '#domain/appointments/visit-calls.ts'
import { AppError } from '#domain/errors.ts'
import { action } from '#server/clinic/action.ts'
import { type ReachedPatient, readReach } from '#server/clinic/reach.ts'
import { recordRead } from '#server/clinic/record-read.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { clinicSendsTexts } from '../../text-messages/clinic-sends-texts.ts'

/**
 * Returns how the patient of a visit is reminded (docs/decisions/0177). Audits a read of the patient.
 * @throws AppError `not_allowed`, `second_step_required`; `not_found`, also for a former patient
 */
export const visitReach = action({
  name: 'visit-reach',
  input: visitReachInput,
  access: 'appointments:read',
  async run(tx, ctx, { appointmentId }): Promise<VisitReach> {
    const { clinicId } = ctx
    const visit = await tx
      .selectFrom('appointments')
      .select('patient_id')
      .where('clinic_id', '=', clinicId)
      .where('id', '=', appointmentId)
      .executeTakeFirst()
    if (!visit) throw new AppError('not_found')
    const patient = await asSystem(tx, async () => {
      const clinicHasTexts = await clinicSendsTexts(tx, {
        clinicId,
        hasSms: ctx.sms !== null,
        now: ctx.now(),
      })
      const patientIds = [visit.patient_id]
      return (await readReach(tx, { clinicId, patientIds, clinicHasTexts })).get(visit.patient_id)
    })
    if (!patient) throw new AppError('not_found')
    await recordRead(tx, ['patients'], [patient.patientId], 'visit-reach')
    return { reach: patient.reach, ways: waysOf(patient) }
  },
})

function waysOf({ reach, wantsReminders, getsEmail, getsTexts }: ReachedPatient): ReminderWay[] {
  if (!wantsReminders) return []
  if (reach !== 'account') return [reach]
  return [...(getsEmail ? (['email'] as const) : []), ...(getsTexts ? (['text'] as const) : [])]
}
