import type { TestDatabase } from './database/database.ts'

/** A team member's notifications, oldest first: kinds, with the patient if any. */
export async function heardBy(
  db: TestDatabase,
  { userId }: { userId: string },
): Promise<{ kind: string; patient_id: string | null }[]> {
  return db.asOwner(
    'select kind, patient_id from user_notices where user_id = $1 order by noticed_at, kind, id',
    [userId],
  )
}
