import { AppError } from '#domain/errors.ts'
import { feeTerms, hasFee } from '#domain/visit-fees/fees.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

/**
 * Stores the fees that a patient accepts with a new booking, word for word. A kind of visit without fees stores nothing.
 * Role `system`.
 * @param booking.acceptsFeesOf the version of the kind of visit that the patient has read
 * @throws AppError `visit_fee_not_accepted` for fees that were not accepted, or have changed since
 */
export async function acceptFees(
  tx: Tx,
  booking: {
    clinicId: string
    appointmentId: string
    patientId: string
    userId: string
    type: string
    currency: string
    acceptsFeesOf: number | undefined
    now: Date
  },
): Promise<void> {
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
