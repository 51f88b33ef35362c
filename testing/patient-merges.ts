import type { TestDatabase } from './database.ts'
import type { TestClinic } from './people.ts'

/** A patient's record without an account, as the desk enters it. @returns its id */
export async function aRecord(
  db: TestDatabase,
  clinic: Pick<TestClinic, 'id'>,
  name = 'Nora Lindquist',
): Promise<string> {
  const [row] = await db.asOwner<{ id: string }>(
    'insert into public.patients (clinic_id, full_name) values ($1, $2) returning id',
    [clinic.id, name],
  )
  if (!row) throw new Error('the record was not written')
  return row.id
}

/** Two records that have become one. @returns the merge's id */
export async function aMerge(db: TestDatabase, clinic: Pick<TestClinic, 'id'>): Promise<string> {
  const [into, from] = [await aRecord(db, clinic), await aRecord(db, clinic)]
  const [row] = await db.asOwner<{ id: string }>(
    `select app.merge_patients($1, $2, $3, 'Nora Lindquist', null, null, '{}', null, now()) as id`,
    [clinic.id, from, into],
  )
  if (!row) throw new Error('nothing was merged')
  return row.id
}
