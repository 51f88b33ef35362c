import { AppError } from '#domain/errors.ts'
import type { Tx } from '../platform/database/transactions.ts'

/**
 * Whether the clinic has this patient, as an unmerged record (docs/decisions/0133). Role `system`: others see only the
 * patients they may read.
 */
export async function isPatientOf(tx: Tx, clinicId: string, patientId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('patients')
    .select('id')
    .where('clinic_id', '=', clinicId)
    .where('id', '=', patientId)
    .where('merged_into', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** @throws AppError `not_found` */
export async function requirePatientOf(tx: Tx, clinicId: string, patientId: string): Promise<void> {
  if (!(await isPatientOf(tx, clinicId, patientId))) throw new AppError('not_found')
}

export interface NewRecord {
  clinicId: string
  /** Default: a new one. */
  id?: string
  name: string
  email: string | null
  /** E.164 */
  phone?: string | null
  /** YYYY-MM-DD */
  bornOn?: string | null
  now: Date
}

/**
 * Adds a patient without an account: the record, and the membership by which the patient belongs to the clinic
 * (docs/decisions/0169). Role `system`.
 */
export async function addRecord(
  tx: Tx,
  { clinicId, id = crypto.randomUUID(), name, email, phone = null, bornOn = null, now }: NewRecord,
): Promise<{ patientId: string; membershipId: string }> {
  const stamps = { created_at: now, updated_at: now }
  await tx
    .insertInto('patients')
    .values({ clinic_id: clinicId, id, full_name: name, email, ...stamps })
    .execute()
  if (phone || bornOn)
    await tx
      .insertInto('patient_details')
      .values({ clinic_id: clinicId, patient_id: id, phone, date_of_birth: bornOn, updated_at: now })
      .execute()
  return { patientId: id, membershipId: await addRecordMembership(tx, { clinicId, patientId: id, now }) }
}

/** Adds the membership of a record that has none. Role `system`. @returns its id */
export async function addRecordMembership(
  tx: Tx,
  { clinicId, patientId, now }: { clinicId: string; patientId: string; now: Date },
): Promise<string> {
  const { id } = await tx
    .insertInto('clinic_memberships')
    .values({
      clinic_id: clinicId,
      patient_id: patientId,
      role: 'patient',
      status: 'active',
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
