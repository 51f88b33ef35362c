import type { TestDatabase } from './database/database.ts'
import { aPatient, type Patient, type TestClinic } from './sign-in/people.ts'

/** Open feedback, by default of a new patient. */
export async function someFeedback(
  db: TestDatabase,
  clinic: Pick<TestClinic, 'id' | 'subdomain'>,
  options: { patient?: Patient; body?: string; isAnswered?: boolean } = {},
): Promise<{ id: string; patient: Patient }> {
  const patient = options.patient ?? (await aPatient(db, clinic))
  const [row] = await db.asOwner<{ id: string }>(
    `insert into feedback (clinic_id, patient_id, given_on, given_at, rating, body, answered_at)
     values ($1, $2, current_date, now(), 5, $3, case when $4 then now() end) returning id`,
    [clinic.id, patient.patientId, options.body ?? 'Kind and on time.', options.isAnswered ?? false],
  )
  if (!row) throw new Error('the feedback was not written')
  return { id: row.id, patient }
}
