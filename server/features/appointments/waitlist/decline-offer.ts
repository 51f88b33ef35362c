import { waitlistOfferInput } from '#domain/waitlist/waitlist.ts'
import { action } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { lockOwnRecord } from '#server/clinic/own-record.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { lockOffer, passOfferOn } from './waitlist-rows.ts'

/**
 * Declines a time that the caller was offered from the waitlist; it is offered to the next patient in line. The caller
 * stays on the waitlist. No effect on an ended offer.
 * @throws AppError `clinic_missing`, `not_allowed`, `email_not_confirmed`, `second_step_required` unless a patient;
 * `not_found`
 */
export const declineOffer = action({
  name: 'decline-offer',
  input: waitlistOfferInput,
  access: 'signed-in',
  async run(tx, ctx, { offerId }): Promise<{ success: true }> {
    const { patientId } = await lockOwnRecord(tx, ctx)
    const { clinicId } = ctx
    const { offer } = await lockOffer(tx, { clinicId, offerId, patientId })
    if (offer.status !== 'open') return { success: true }
    return asSystem(tx, async () => {
      await passOfferOn(tx, { clinicId, offerId, now: ctx.now() })
      await audit(tx, 'waitlist.offer_declined', { type: 'waitlist_offer', id: offerId }, {}, clinicId)
      return { success: true }
    })
  },
})
