import { scheduleExceptionIdInput } from '#domain/appointments/scheduling.ts'
import { AppError } from '#domain/errors.ts'
import { action } from '#server/platform/action.ts'
import { audit } from '#server/platform/audit.ts'
import { asSystem } from '#server/platform/database/transactions.ts'

/** @throws AppError `not_allowed`, `not_found` */
export const removeScheduleException = action({
  name: 'remove-schedule-exception',
  input: scheduleExceptionIdInput,
  access: 'appointments:write',
  run: (tx, ctx, { exceptionId }): Promise<{ success: true }> =>
    asSystem(tx, async () => {
      const removed = await tx
        .deleteFrom('schedule_exceptions')
        .where('clinic_id', '=', ctx.clinicId)
        .where('id', '=', exceptionId)
        .returning('id')
        .executeTakeFirst()
      if (!removed) throw new AppError('not_found')
      const subject = { type: 'schedule_exception', id: exceptionId }
      await audit(tx, 'schedule.exception_removed', subject, {}, ctx.clinicId)
      return { success: true }
    }),
})
