import { joinWaitlistInput } from '#domain/waitlist/waitlist.ts'
import { action } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { lockOwnRecord } from '#server/clinic/own-record.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { saveWish } from './save-wish.ts'

/**
 * Adds the caller to the waitlist for a type of visit, or changes the request without losing the place in line.
 * @throws AppError `clinic_missing`, `not_allowed`, `email_not_confirmed`, `second_step_required` unless a patient
 * @throws AppError `invalid_input` at the field; `not_found`, `appointment_over` for the visit to be replaced
 */
export const joinWaitlist = action({
  name: 'join-waitlist',
  input: joinWaitlistInput,
  access: 'signed-in',
  async run(tx, ctx, input): Promise<{ entryId: string }> {
    const { clinicId } = ctx
    const { patientId, clinic } = await lockOwnRecord(tx, ctx)
    const record = { clinicId, patientId, timeZone: clinic.timeZone, now: ctx.now() }
    const entryId = await saveWish(tx, { ...record, whenWaiting: 'change' }, input)
    await asSystem(tx, () =>
      audit(tx, 'waitlist.joined', { type: 'waitlist_entry', id: entryId }, {}, clinicId),
    )
    return { entryId }
  },
})
