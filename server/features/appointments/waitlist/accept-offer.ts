import { AppError } from '#domain/errors.ts'
import { wallClock } from '#domain/values/zones.ts'
import { waitlistOfferInput } from '#domain/waitlist/waitlist.ts'
import { action } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { onOwnRecord } from '#server/clinic/own-record.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { unlessTaken } from '../booking/time-taken.ts'
import { freeHeldTimes, lockAppointment, notifyProvider } from '../calendar/appointment-rows.ts'
import { lockOwnOffer } from './waitlist-rows.ts'

/** The result: a new visit, the current one moved, or a request where the clinic confirms first. */
interface Taken {
  appointmentId: string
  became: 'visit' | 'moved' | 'request'
}

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
  run: (tx, ctx, { offerId }): Promise<Taken> =>
    onOwnRecord(tx, ctx, async ({ patientId, clinic }) => {
      const { clinicId, userId } = ctx
      const now = ctx.now()
      const { offer, entry } = await lockOwnOffer(tx, { clinicId, offerId, patientId })
      if (offer.status !== 'open' || offer.expires_at <= now || entry.status !== 'waiting')
        throw new AppError('offer_over')
      await tx
        .updateTable('waitlist_offers')
        .set({ status: 'accepted', answered_at: now })
        .where('clinic_id', '=', clinicId)
        .where('id', '=', offerId)
        .execute()
      await tx
        .updateTable('waitlist_entries')
        .set({ status: 'booked', updated_at: now })
        .where('clinic_id', '=', clinicId)
        .where('id', '=', entry.id)
        .execute()
      await freeHeldTimes(tx, { clinicId, patientId, now })
      const startsAt = offer.starts_at
      const when = { starts_at: startsAt, ...wallClock(startsAt.getTime(), clinic.timeZone) }
      const replaced = entry.appointment_id ? await lockAppointment(tx, clinicId, entry.appointment_id) : null
      const taken =
        replaced && ['requested', 'upcoming'].includes(replaced.status) && replaced.starts_at > now
          ? await move(replaced.id)
          : await book()
      await audit(tx, 'waitlist.offer_accepted', { type: 'waitlist_offer', id: offerId }, {}, clinicId)
      return taken

      async function move(appointmentId: string): Promise<Taken> {
        const { version } = await unlessTaken(() =>
          tx
            .updateTable('appointments')
            .set({ ...when, provider_id: offer.provider_id, updated_at: now })
            .where('clinic_id', '=', clinicId)
            .where('id', '=', appointmentId)
            .returning('version')
            .executeTakeFirstOrThrow(),
        )
        const moved = { id: appointmentId, version, patientId }
        await notifyProvider(tx, ctx, 'appointment_moved', { ...moved, providerId: offer.provider_id })
        if (replaced?.provider_id !== offer.provider_id)
          await notifyProvider(tx, ctx, 'appointment_moved', {
            ...moved,
            providerId: replaced?.provider_id ?? null,
          })
        return { appointmentId, became: 'moved' }
      }

      async function book(): Promise<Taken> {
        const isRequest = await wantsRequests(tx, clinicId, offer.type)
        const { id } = await unlessTaken(() =>
          tx
            .insertInto('appointments')
            .values({
              clinic_id: clinicId,
              patient_id: patientId,
              provider_id: offer.provider_id,
              type: offer.type,
              status: isRequest ? 'requested' : 'upcoming',
              ...when,
              time_zone: clinic.timeZone,
              ends_at: startsAt,
              duration_minutes: offer.duration_minutes,
              booked_by: userId,
              booked_by_patient: true,
              created_at: now,
              updated_at: now,
            })
            .returning('id')
            .executeTakeFirstOrThrow(),
        )
        const booked = { id, version: 1, patientId, providerId: offer.provider_id }
        await notifyProvider(tx, ctx, 'appointment_booked', booked)
        return { appointmentId: id, became: isRequest ? 'request' : 'visit' }
      }
    }),
})

async function wantsRequests(tx: Tx, clinicId: string, type: string): Promise<boolean> {
  const { patients_book: way } = await tx
    .selectFrom('appointment_types')
    .select('patients_book')
    .where('clinic_id', '=', clinicId)
    .where('key', '=', type)
    .executeTakeFirstOrThrow()
  return way === 'request'
}
