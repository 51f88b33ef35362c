import { waitlistEntryInput } from '#domain/waitlist/waitlist.ts'
import { action } from '#server/clinic/action.ts'
import { auditPatients } from '#server/clinic/audit.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { endWaiting, lockWaitlistEntry } from './waitlist-rows.ts'

/**
 * Removes a patient from the waitlist; an offered time goes to the next patient in line. Idempotent.
 * @throws AppError `not_allowed`, `second_step_required`, `not_found`
 */
export const removeFromWaitlist = action({
  name: 'remove-from-waitlist',
  input: waitlistEntryInput,
  access: 'appointments:write',
  run: (tx, ctx, { entryId }): Promise<{ success: true }> =>
    asSystem(tx, async () => {
      const { clinicId } = ctx
      const { status, patient_id } = await lockWaitlistEntry(tx, { clinicId, entryId })
      if (status !== 'waiting') return { success: true }
      await endWaiting(tx, { clinicId, entryId, now: ctx.now() })
      await auditPatients(
        tx,
        'waitlist.removed',
        [patient_id],
        {},
        {
          subject: { type: 'waitlist_entry', id: entryId },
        },
      )
      return { success: true }
    }),
})
