import { AppError } from '#domain/errors.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'

/**
 * Locks a place in line, always before its offers.
 * @throws AppError `not_found`, also for another patient's when a patient calls
 */
export async function lockWaitlistEntry(
  tx: Tx,
  { clinicId, entryId, patientId }: { clinicId: string; entryId: string; patientId?: string },
) {
  const entry = await tx
    .selectFrom('waitlist_entries')
    .select(['id', 'patient_id', 'appointment_id', 'type', 'status'])
    .where('clinic_id', '=', clinicId)
    .where('id', '=', entryId)
    .forUpdate()
    .executeTakeFirst()
  if (!entry || (patientId && entry.patient_id !== patientId)) throw new AppError('not_found')
  return entry
}

/** Ends a patient's waiting; an offered time goes to the next in line. */
export async function endWaiting(
  tx: Tx,
  { clinicId, entryId, now }: { clinicId: string; entryId: string; now: Date },
): Promise<void> {
  await tx
    .updateTable('waitlist_entries')
    .set({ status: 'left', updated_at: now })
    .where('clinic_id', '=', clinicId)
    .where('id', '=', entryId)
    .where('status', '=', 'waiting')
    .execute()
  await tx
    .updateTable('waitlist_offers')
    .set({ status: 'declined', answered_at: now })
    .where('clinic_id', '=', clinicId)
    .where('entry_id', '=', entryId)
    .where('status', '=', 'open')
    .execute()
}

/** Declines an open offer: the time goes to the next in line, and the patient stays. */
export async function passOfferOn(
  tx: Tx,
  { clinicId, offerId, now }: { clinicId: string; offerId: string; now: Date },
): Promise<void> {
  await tx
    .updateTable('waitlist_offers')
    .set({ status: 'declined', answered_at: now })
    .where('clinic_id', '=', clinicId)
    .where('id', '=', offerId)
    .execute()
}

/**
 * Locks an offer and its place in line.
 * @throws AppError `not_found`, also for another patient's when a patient calls
 */
export async function lockOffer(
  tx: Tx,
  { clinicId, offerId, patientId }: { clinicId: string; offerId: string; patientId?: string },
) {
  const one = tx.selectFrom('waitlist_offers').where('clinic_id', '=', clinicId).where('id', '=', offerId)
  const found = await one.select(['entry_id', 'patient_id']).executeTakeFirst()
  if (!found || (patientId && found.patient_id !== patientId)) throw new AppError('not_found')
  return asSystem(tx, async () => {
    const entry = await lockWaitlistEntry(tx, { clinicId, entryId: found.entry_id })
    const offer = await one
      .select([
        'id',
        'provider_id',
        'type',
        'starts_at',
        'time_zone',
        'duration_minutes',
        'status',
        'expires_at',
      ])
      .forUpdate()
      .executeTakeFirstOrThrow()
    return { offer, entry }
  })
}
