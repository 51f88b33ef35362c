import { type TakenOffer, waitlistOfferInput } from '#domain/waitlist/waitlist.ts'
import { action } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { onOwnRecord } from '#server/clinic/own-record.ts'
import { takeOffer } from './take-offer.ts'
import { lockOffer } from './waitlist-rows.ts'

/**
 * Books the time that the caller was offered from the waitlist, or moves the visit that it replaces, even within the
 * window for late changes. Removes the caller from the waitlist.
 * @throws AppError `clinic_missing`, `not_allowed`, `email_not_confirmed`, `second_step_required` unless a patient
 * @throws AppError `not_found`; `offer_over` after half an hour or an answer; `time_taken`
 */
export const acceptOffer = action({
  name: 'accept-offer',
  input: waitlistOfferInput,
  access: 'signed-in',
  system: 'patients do not read which account a provider has',
  run: (tx, ctx, { offerId }): Promise<TakenOffer> =>
    onOwnRecord(tx, ctx, async ({ patientId, clinic: { timeZone } }) => {
      const { clinicId } = ctx
      const locked = await lockOffer(tx, { clinicId, offerId, patientId })
      const taken = await takeOffer(tx, ctx, { ...locked, timeZone, isByPatient: true })
      await audit(tx, 'waitlist.offer_accepted', { type: 'waitlist_offer', id: offerId }, {}, clinicId)
      return taken
    }),
})
