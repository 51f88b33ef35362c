import { AppError } from '#domain/errors.ts'
import { feeTerms, hasFee } from '#domain/visit-fees/fees.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

interface Acceptance {
  clinicId: string
  appointmentId: string
  patientId: string
  userId: string
  type: string
  currency: string
  /** The version of the kind of visit that the patient has read. */
  acceptsFeesOf: number | undefined
  now: Date
}

/**
 * Stores the fees that a patient accepts with the confirmation of a booked visit; those accepted before remain. Role
 * `system`.
 * @throws AppError `visit_fee_not_accepted` for fees that have changed since
 */
export async function acceptFeesLater(tx: Tx, acceptance: Acceptance): Promise<void> {
  const { clinicId, appointmentId, type } = acceptance
  const before = await tx
    .selectFrom('visit_fees')
    .select(['id', 'type', 'claimed_at as claimedAt'])
    .where('clinic_id', '=', clinicId)
    .where('appointment_id', '=', appointmentId)
    .executeTakeFirst()
  if (before && (before.type === type || before.claimedAt)) return
  // fees of another kind of visit no longer count
  if (before)
    await tx.deleteFrom('visit_fees').where('clinic_id', '=', clinicId).where('id', '=', before.id).execute()
  await acceptFees(tx, acceptance)
}

/**
 * Stores the fees that a patient accepts with a new booking, word for word. A kind of visit without fees stores nothing.
 * Role `system`.
 * @throws AppError `visit_fee_not_accepted` for fees that were not accepted, or have changed since
 */
export async function acceptFees(tx: Tx, booking: Acceptance): Promise<void> {
  const { clinicId, appointmentId, patientId, userId, type, currency, acceptsFeesOf, now } = booking
  const kind = await tx
    .selectFrom('appointment_types')
    .select(['version', 'cancel_window_hours as cancelWindowHours', 'fee_text as words'])
    .select(['late_cancel_fee_cents as lateCancelCents', 'no_show_fee_cents as noShowCents'])
    .where('clinic_id', '=', clinicId)
    .where('key', '=', type)
    .executeTakeFirstOrThrow()
  if (!hasFee(kind)) return
  if (acceptsFeesOf !== kind.version) throw new AppError('visit_fee_not_accepted')
  const { version, cancelWindowHours, words, lateCancelCents, noShowCents } = kind
  await tx
    .insertInto('visit_fees')
    .values({
      clinic_id: clinicId,
      patient_id: patientId,
      appointment_id: appointmentId,
      type,
      type_version: version,
      late_cancel_cents: lateCancelCents,
      no_show_cents: noShowCents,
      currency,
      cancel_window_hours: cancelWindowHours,
      terms: feeTerms(kind, { currency, cancelWindowHours, words }).join('\n'),
      accepted_at: now,
      accepted_by: userId,
    })
    .execute()
}
