import type { TestDatabase } from './database/database.ts'

/** The fees that a visit's patient accepted, by default 25.00 for a late cancellation and 50.00 for a missed visit. */
export async function anAcceptedFee(
  db: TestDatabase,
  appointmentId: string,
  options: { lateCancelCents?: number; noShowCents?: number; hours?: number; currency?: string } = {},
): Promise<void> {
  const { lateCancelCents = 2_500, noShowCents = 5_000, hours = 24, currency = 'usd' } = options
  await db.asOwner(
    `insert into visit_fees (clinic_id, patient_id, appointment_id, type, type_version, late_cancel_cents, no_show_cents,
                             currency, cancel_window_hours, terms, accepted_at)
     select clinic_id, patient_id, id, type, 1, $2, $3, $4, $5, 'The terms.', created_at from appointments where id = $1`,
    [appointmentId, lateCancelCents, noShowCents, currency, hours],
  )
}

/** A missed visit with accepted fees. */
export async function missVisit(db: TestDatabase, appointmentId: string): Promise<string> {
  await anAcceptedFee(db, appointmentId)
  await db.asOwner(`update appointments set status = 'no_show' where id = $1`, [appointmentId])
  return appointmentId
}
