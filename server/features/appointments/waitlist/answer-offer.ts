import { answerOfferInput, type TakenOffer } from '#domain/waitlist/waitlist.ts'
import { action } from '#server/clinic/action.ts'
import { auditPatients } from '#server/clinic/audit.ts'
import { clinicZone } from '#server/clinic/clinic-zone.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { takeOffer } from './take-offer.ts'
import { lockOffer, passOfferOn } from './waitlist-rows.ts'

/**
 * Answers an offer from the waitlist for its patient, who was called (docs/decisions/0204): books the time or moves the
 * visit that it replaces, or passes the time on; then the patient stays on the waitlist. Declining has no effect on an
 * ended offer.
 * @throws AppError `not_allowed`, `second_step_required`, `not_found`
 * @throws AppError `offer_over` for an accepted offer after half an hour or an answer; `time_taken`
 */
export const answerOffer = action({
  name: 'answer-offer',
  input: answerOfferInput,
  access: 'appointments:write',
  async run(tx, ctx, { offerId, answer }): Promise<{ became: TakenOffer['became'] | 'declined' }> {
    const { clinicId } = ctx
    const timeZone = await clinicZone(tx, clinicId)
    const locked = await lockOffer(tx, { clinicId, offerId })
    const patientIds = [locked.entry.patient_id] as const
    const about = { subject: { type: 'waitlist_offer', id: offerId } }
    if (answer === 'accepted') {
      const { became } = await takeOffer(tx, ctx, { ...locked, timeZone, isByPatient: false })
      await asSystem(tx, () => auditPatients(tx, 'waitlist.offer_accepted', patientIds, {}, about))
      return { became }
    }
    if (locked.offer.status === 'open')
      await asSystem(tx, async () => {
        await passOfferOn(tx, { clinicId, offerId, now: ctx.now() })
        await auditPatients(tx, 'waitlist.offer_declined', patientIds, {}, about)
      })
    return { became: 'declined' }
  },
})
