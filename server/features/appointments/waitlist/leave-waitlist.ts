import { waitlistEntryInput } from '#domain/waitlist/waitlist.ts'
import { action } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { onOwnRecord } from '#server/clinic/own-record.ts'
import { endWaiting, lockWaitlistEntry } from './waitlist-rows.ts'

/**
 * Removes the caller from the waitlist; an offered time goes to the next patient in line. Idempotent.
 * @throws AppError `clinic_missing`, `not_allowed`, `email_not_confirmed`, `second_step_required` unless a patient;
 * `not_found`
 */
export const leaveWaitlist = action({
  name: 'leave-waitlist',
  input: waitlistEntryInput,
  access: 'signed-in',
  run: (tx, ctx, { entryId }): Promise<{ success: true }> =>
    onOwnRecord(tx, ctx, async ({ patientId }) => {
      const { clinicId } = ctx
      const { status } = await lockWaitlistEntry(tx, { clinicId, entryId, patientId })
      if (status !== 'waiting') return { success: true }
      await endWaiting(tx, { clinicId, entryId, now: ctx.now() })
      await audit(tx, 'waitlist.left', { type: 'waitlist_entry', id: entryId }, {}, clinicId)
      return { success: true }
    }),
})
