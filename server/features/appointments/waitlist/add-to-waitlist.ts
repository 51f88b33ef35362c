import { AppError } from '#domain/errors.ts'
import { waitlistTexts } from '#domain/texts/waitlist.ts'
import { addToWaitlistInput } from '#domain/waitlist/waitlist.ts'
import { action } from '#server/clinic/action.ts'
import { auditPatients } from '#server/clinic/audit.ts'
import { clinicZone } from '#server/clinic/clinic-zone.ts'
import { readReach } from '#server/clinic/reach.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { saveWish } from './save-wish.ts'

/**
 * Adds a patient of the clinic to the waitlist for a type of visit, with or without an account (docs/decisions/0204).
 * @throws AppError `not_allowed`, `second_step_required`
 * @throws AppError `invalid_input` at the field, also for a former patient and one who already waits for this type
 * @throws AppError `not_found`, `appointment_over` for the visit to be replaced
 */
export const addToWaitlist = action({
  name: 'add-to-waitlist',
  input: addToWaitlistInput,
  access: 'appointments:write',
  async run(tx, ctx, { patientId, ...wish }): Promise<{ entryId: string }> {
    const { clinicId } = ctx
    const present = await asSystem(tx, () =>
      readReach(tx, { clinicId, patientIds: [patientId], clinicHasTexts: false }),
    )
    if (!present.has(patientId))
      throw new AppError('invalid_input', {
        fields: [{ path: 'patientId', message: waitlistTexts.form.patientGone }],
      })
    const record = { clinicId, patientId, timeZone: await clinicZone(tx, clinicId), now: ctx.now() }
    const entryId = await saveWish(tx, { ...record, whenWaiting: 'refuse' }, wish)
    const subject = { type: 'waitlist_entry', id: entryId }
    await asSystem(tx, () => auditPatients(tx, 'waitlist.added', [patientId], {}, { subject }))
    return { entryId }
  },
})
