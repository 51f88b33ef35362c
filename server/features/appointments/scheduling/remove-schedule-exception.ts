import type { NotSaved } from '#domain/appointments/affected-visits.ts'
import { removeScheduleExceptionInput } from '#domain/appointments/scheduling.ts'
import { AppError } from '#domain/errors.ts'
import { action } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { lockClinic } from '#server/clinic/lock-clinic.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { notingOpenedTime } from '../waitlist/opened-time.ts'
import { unlessVisitsAffected } from './affected-visits.ts'

/**
 * Removes time off, a holiday or extra hours.
 * @returns `affected`, with nothing written, while the caller has not confirmed visits ahead in extra hours
 * @throws AppError `not_allowed`, `not_found`
 */
export const removeScheduleException = action({
  name: 'remove-schedule-exception',
  input: removeScheduleExceptionInput,
  access: 'appointments:write',
  async run(tx, ctx, { exceptionId, confirmed }): Promise<{ success: true } | NotSaved> {
    const { clinicId } = ctx
    await lockClinic(tx, clinicId)
    const present = await asSystem(tx, () =>
      tx
        .selectFrom('schedule_exceptions')
        .select(['id', 'provider_id', 'kind'])
        .where('clinic_id', '=', clinicId)
        .where('id', '=', exceptionId)
        .forUpdate()
        .executeTakeFirst(),
    )
    if (!present) throw new AppError('not_found')
    const remove = async () => {
      await notingOpenedTime(tx, { clinicId, providerId: present.provider_id, now: ctx.now() }, () =>
        tx
          .deleteFrom('schedule_exceptions')
          .where('clinic_id', '=', clinicId)
          .where('id', '=', exceptionId)
          .execute(),
      )
      const subject = { type: 'schedule_exception', id: exceptionId }
      await audit(tx, 'schedule.exception_removed', subject, {}, clinicId)
      return { success: true } as const
    }
    const providerId = present.provider_id
    return present.kind === 'extra'
      ? unlessVisitsAffected(tx, ctx, { providerId, confirmed }, remove)
      : remove()
  },
})
