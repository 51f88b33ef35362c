import { markCalledInput } from '#domain/appointments/appointments.ts'
import { AppError } from '#domain/errors.ts'
import { action } from '#server/clinic/action.ts'
import { auditPatients } from '#server/clinic/audit.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { lockAppointment } from '../calendar/appointment-rows.ts'

/**
 * Records that the caller has called a patient about a visit, or removes the check.
 * @throws AppError `not_allowed`, `second_step_required`, `not_found`
 * @throws AppError `changed_elsewhere` if the visit has another time, or the change is not its last
 */
export const markCalled = action({
  name: 'mark-called',
  input: markCalledInput,
  access: 'appointments:write',
  async run(tx, ctx, { appointmentId, about, startsAt, sequence, isCalled }): Promise<{ success: true }> {
    const { clinicId, userId } = ctx
    await asSystem(tx, async () => {
      const visit = await lockAppointment(tx, clinicId, appointmentId)
      const isSameTime = visit.starts_at.getTime() === Date.parse(startsAt)
      const isSameChange = about === 'reminder' ? sequence === 0 : sequence === visit.sequence
      if (!isSameTime || !isSameChange) throw new AppError('changed_elsewhere')
      const call = { called_at: isCalled ? ctx.now() : null, called_by: isCalled ? userId : null }
      const saved = await tx
        .insertInto('app.visit_calls')
        .values({
          ...{ clinic_id: clinicId, appointment_id: visit.id, patient_id: visit.patient_id },
          ...{ about, starts_at: visit.starts_at, sequence, ...call },
        })
        .onConflict((conflict) =>
          conflict
            .columns(['clinic_id', 'appointment_id', 'about', 'starts_at', 'sequence'])
            .doUpdateSet(call)
            // of two users who call, the first stays named
            .where('app.visit_calls.called_at', isCalled ? 'is' : 'is not', null),
        )
        .returning('about')
        .executeTakeFirst()
      if (!saved) return
      const fact = isCalled ? 'appointment.called' : 'appointment.call_undone'
      await auditPatients(
        tx,
        fact,
        [visit.patient_id],
        {},
        { subject: { type: 'appointment', id: visit.id } },
      )
    })
    // the team's open pages read the calls again
    const team = await tx
      .selectFrom('clinic_memberships')
      .select('user_id')
      .where('clinic_id', '=', clinicId)
      .where('role', '<>', 'patient')
      .where('status', '=', 'active')
      .where('ended_at', 'is', null)
      .execute()
    const userIds = team.flatMap(({ user_id: id }) => (id ? [id] : []))
    await ctx.notices.announce(tx, { clinicId, userIds, topic: 'appointments' })
    return { success: true }
  },
})
