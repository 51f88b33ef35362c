import type { NotSaved } from '#domain/appointments/affected-visits.ts'
import { saveScheduleExceptionInput } from '#domain/appointments/scheduling.ts'
import { AppError } from '#domain/errors.ts'
import { appointmentTexts } from '#domain/texts/appointments.ts'
import { action } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { lockClinic } from '#server/clinic/lock-clinic.ts'
import { notingOpenedTime } from '../waitlist/opened-time.ts'
import { unlessVisitsAffected } from './affected-visits.ts'

/**
 * Adds a day off, a holiday, extra hours, or an event that blocks time. Booked visits stay until the desk moves them.
 * @returns `affected`, with nothing written, while the caller has not confirmed visits ahead in this time
 * @throws AppError `not_allowed`; `invalid_input` at `providerId` for an unknown provider
 */
export const saveScheduleException = action({
  name: 'save-schedule-exception',
  input: saveScheduleExceptionInput,
  access: 'appointments:write',
  async run(tx, ctx, input): Promise<{ exceptionId: string } | NotSaved> {
    const { clinicId, userId } = ctx
    if (input.providerId) {
      const provider = await tx
        .selectFrom('providers')
        .select('id')
        .where('clinic_id', '=', clinicId)
        .where('id', '=', input.providerId)
        .executeTakeFirst()
      if (!provider)
        throw new AppError('invalid_input', {
          fields: [{ path: 'providerId', message: appointmentTexts.form.providerGone }],
        })
    }
    const { providerId, confirmed } = input
    await lockClinic(tx, clinicId)
    const add = async () => {
      const { id } = await notingOpenedTime(tx, { clinicId, providerId, now: ctx.now() }, () =>
        tx
          .insertInto('schedule_exceptions')
          .values({
            clinic_id: clinicId,
            provider_id: providerId,
            kind: input.kind,
            title: input.title,
            starts_on: input.startsOn,
            ends_on: input.endsOn,
            opens: input.opens,
            closes: input.closes,
            created_by: userId,
            created_at: ctx.now(),
          })
          .returning('id')
          .executeTakeFirstOrThrow(),
      )
      await audit(tx, 'schedule.exception_added', { type: 'schedule_exception', id }, {}, clinicId)
      return { exceptionId: id }
    }
    return input.kind === 'off' ? unlessVisitsAffected(tx, ctx, { providerId, confirmed }, add) : add()
  },
})
