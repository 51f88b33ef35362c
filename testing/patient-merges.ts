import { addRecord } from '#server/clinic/patients.ts'
import type { TestDatabase } from './database/database.ts'
import type { TestClinic } from './sign-in/people.ts'

/** Without an account, as the front desk enters it. @returns its id */
export async function aRecord(
  db: TestDatabase,
  clinic: Pick<TestClinic, 'id'>,
  name = 'Nora Lindquist',
): Promise<string> {
  const { patientId } = await db.transactions.withSystem('test: record', (tx) =>
    addRecord(tx, { clinicId: clinic.id, name, email: null, now: new Date() }),
  )
  return patientId
}

/** Two merged records. @returns the merge's id */
export async function aMerge(db: TestDatabase, clinic: Pick<TestClinic, 'id'>): Promise<string> {
  const [into, from] = [await aRecord(db, clinic), await aRecord(db, clinic)]
  const [row] = await db.asOwner<{ id: string }>(
    `select app.merge_patients($1, $2, $3, 'Nora Lindquist', null, null, '{}', null, now()) as id`,
    [clinic.id, from, into],
  )
  if (!row) throw new Error('nothing was merged')
  return row.id
}

/** With identifying data. @returns its id */
export async function aKnownRecord(
  db: TestDatabase,
  clinic: Pick<TestClinic, 'id'>,
  name: string,
  known: { born?: string; phone?: string; email?: string; address?: string } = {},
): Promise<string> {
  const id = await aRecord(db, clinic, name)
  await db.asOwner('update patients set email = $2 where id = $1', [id, known.email ?? null])
  await db.asOwner(
    `insert into patient_details (clinic_id, patient_id, phone, date_of_birth, address, updated_at)
     values ($1, $2, $3, $4, $5, now())`,
    [clinic.id, id, known.phone ?? null, known.born ?? null, known.address ?? '12 Mill Street'],
  )
  return id
}
