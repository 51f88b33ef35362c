import { AppError } from '#domain/errors.ts'
import { wallClock } from '#domain/values/zones.ts'
import type { TakenOffer } from '#domain/waitlist/waitlist.ts'
import type { ClinicCtx } from '#server/clinic/action.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { unlessTaken } from '../booking/time-taken.ts'
import { freeHeldTimes, lockAppointment, notifyProvider } from '../calendar/appointment-rows.ts'
import type { lockOffer } from './waitlist-rows.ts'

const kinds = {
  moved: 'appointment_moved',
  request: 'appointment_requested',
  visit: 'appointment_booked',
} as const satisfies Record<TakenOffer['became'], string>

interface Change {
  taken: TakenOffer
  version: number
  providerIds: (string | null)[]
}

/**
 * Books the offered time, or moves the visit that it replaces, even within the window for late changes, and ends the
 * patient's waiting. Reads the providers to notify in the caller's role.
 * @param isByPatient then a type that the clinic confirms becomes a request
 * @throws AppError `offer_over` after half an hour or an answer; `time_taken`
 */
export async function takeOffer(
  tx: Tx,
  ctx: ClinicCtx,
  {
    offer,
    entry,
    timeZone,
    isByPatient,
  }: Awaited<ReturnType<typeof lockOffer>> & { timeZone: string; isByPatient: boolean },
): Promise<TakenOffer> {
  const { clinicId, userId } = ctx
  const { patient_id: patientId } = entry
  const now = ctx.now()
  const startsAt = offer.starts_at
  const when = { starts_at: startsAt, ...wallClock(startsAt.getTime(), timeZone) }
  if (offer.status !== 'open' || offer.expires_at <= now || entry.status !== 'waiting')
    throw new AppError('offer_over')
  const { taken, version, providerIds } = await asSystem(tx, change)
  const visit = { id: taken.appointmentId, version, patientId }
  const kind = kinds[taken.became]
  for (const providerId of new Set(providerIds)) await notifyProvider(tx, ctx, kind, { ...visit, providerId })
  return taken

  async function change(): Promise<Change> {
    await tx
      .updateTable('waitlist_offers')
      .set({ status: 'accepted', answered_at: now })
      .where('clinic_id', '=', clinicId)
      .where('id', '=', offer.id)
      .execute()
    await tx
      .updateTable('waitlist_entries')
      .set({ status: 'booked', updated_at: now })
      .where('clinic_id', '=', clinicId)
      .where('id', '=', entry.id)
      .execute()
    await freeHeldTimes(tx, { clinicId, patientId, now })
    const replaced = entry.appointment_id ? await lockAppointment(tx, clinicId, entry.appointment_id) : null
    const isMoved =
      replaced && ['requested', 'upcoming'].includes(replaced.status) && replaced.starts_at > now
    return isMoved ? move(replaced) : book()
  }

  async function move({ id, provider_id }: { id: string; provider_id: string | null }): Promise<Change> {
    const { version } = await unlessTaken(() =>
      tx
        .updateTable('appointments')
        .set({ ...when, provider_id: offer.provider_id, updated_at: now })
        .where('clinic_id', '=', clinicId)
        .where('id', '=', id)
        .returning('version')
        .executeTakeFirstOrThrow(),
    )
    return {
      taken: { appointmentId: id, became: 'moved' },
      version,
      providerIds: [offer.provider_id, provider_id],
    }
  }

  async function book(): Promise<Change> {
    const isRequest = isByPatient && (await wantsRequests(tx, clinicId, offer.type))
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
          time_zone: timeZone,
          ends_at: startsAt,
          duration_minutes: offer.duration_minutes,
          booked_by: userId,
          booked_by_patient: isByPatient,
          created_at: now,
          updated_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    const taken = { appointmentId: id, became: isRequest ? ('request' as const) : ('visit' as const) }
    return { taken, version: 1, providerIds: [offer.provider_id] }
  }
}

async function wantsRequests(tx: Tx, clinicId: string, type: string): Promise<boolean> {
  const { patients_book: way } = await tx
    .selectFrom('appointment_types')
    .select('patients_book')
    .where('clinic_id', '=', clinicId)
    .where('key', '=', type)
    .executeTakeFirstOrThrow()
  return way === 'request'
}
