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

/** Gives a kind of visit fees of 25.00 and 50.00, with a deadline of 24 hours. @returns its version */
export async function setFees(
  db: TestDatabase,
  clinic: { id: string },
  { type = 'checkup', noShowCents = 5_000 }: { type?: string; noShowCents?: number } = {},
): Promise<number> {
  const [row] = await db.asOwner<{ version: number }>(
    `update appointment_types set late_cancel_fee_cents = 2500, no_show_fee_cents = $3, cancel_window_hours = 24,
            fee_text = 'Illness is excepted.', version = version + 1
      where clinic_id = $1 and key = $2 returning version`,
    [clinic.id, type, noShowCents],
  )
  if (!row) throw new Error('no such kind of visit')
  return row.version
}
