import { scheduleExceptionIdInput } from '#domain/appointments/scheduling.ts'
import { AppError } from '#domain/errors.ts'
import { action } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { notingOpenedTime } from '../waitlist/opened-time.ts'

/**
 * Removes time off, a holiday or extra hours.
 * @throws AppError `not_allowed`, `not_found`
 */
export const removeScheduleException = action({
  name: 'remove-schedule-exception',
  input: scheduleExceptionIdInput,
  access: 'appointments:write',
  async run(tx, ctx, { exceptionId }): Promise<{ success: true }> {
    const { clinicId } = ctx
    const present = await asSystem(tx, () =>
      tx
        .selectFrom('schedule_exceptions')
        .select(['id', 'provider_id'])
        .where('clinic_id', '=', clinicId)
        .where('id', '=', exceptionId)
        .forUpdate()
        .executeTakeFirst(),
    )
    if (!present) throw new AppError('not_found')
    await notingOpenedTime(tx, { clinicId, providerId: present.provider_id, now: ctx.now() }, () =>
      tx
        .deleteFrom('schedule_exceptions')
        .where('clinic_id', '=', clinicId)
        .where('id', '=', exceptionId)
        .execute(),
    )
    const subject = { type: 'schedule_exception', id: exceptionId }
    await audit(tx, 'schedule.exception_removed', subject, {}, clinicId)
    return { success: true }
  },
})
