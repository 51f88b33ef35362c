import type { TestDatabase } from './database/database.ts'
import { aPatient, type TestClinic } from './sign-in/people.ts'

/** An open offer of a new patient's record. @returns its id */
export async function anAccountOffer(
  db: TestDatabase,
  clinic: Pick<TestClinic, 'id' | 'subdomain' | 'admin'>,
  email: string,
): Promise<string> {
  const { patientId, userId } = await aPatient(db, clinic)
  const [row] = await db.asOwner<{ id: string }>(
    `insert into app.account_offers (clinic_id, patient_id, email, from_user_id, offered_by, offered_at, expires_at)
     values ($1, $2, $3, $4, $5, now(), now() + interval '72 hours') returning id`,
    [clinic.id, patientId, email, userId, clinic.admin.userId],
  )
  if (!row) throw new Error('nothing was offered')
  return row.id
}
