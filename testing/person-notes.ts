import type { TestDatabase } from './database/database.ts'
import type { Patient, Person, TestClinic } from './sign-in/people.ts'

/** @returns its id */
export async function aPersonNote(
  db: TestDatabase,
  clinic: Pick<TestClinic, 'id' | 'admin'>,
  patient: Pick<Patient, 'patientId'>,
  options: { author?: Pick<Person, 'userId'>; body?: string; isRemoved?: boolean } = {},
): Promise<string> {
  const [note] = await db.asOwner<{ id: string }>(
    `insert into public.person_notes (clinic_id, patient_id, author_id, body, created_at, updated_at, removed_at)
     values ($1, $2, $3, $4, now(), now(), $5) returning id`,
    [
      clinic.id,
      patient.patientId,
      (options.author ?? clinic.admin).userId,
      options.body ?? 'Prefers mornings.',
      options.isRemoved ? new Date() : null,
    ],
  )
  if (!note) throw new Error('no note was made')
  return note.id
}
