import type { TestDatabase } from './database/database.ts'
import type { TestClinic } from './sign-in/people.ts'

/** A message to many that is being sent, without recipients. @returns its id */
export async function aBroadcast(
  db: TestDatabase,
  clinic: Pick<TestClinic, 'id' | 'admin'>,
  options: { channel?: string; purpose?: string; subject?: string } = {},
): Promise<string> {
  const { channel = 'portal', purpose = 'care', subject = '' } = options
  const [row] = await db.asOwner<{ id: string }>(
    `insert into broadcasts (clinic_id, channel, purpose, audience, audience_name, subject, body, author_id, author_name,
                             attempt, created_at)
     values ($1, $2, $3, 'members', '', $4, 'We are closed on Friday.', $5, 'Ann Reyes', gen_random_uuid(), now())
     returning id`,
    [clinic.id, channel, purpose, subject, clinic.admin.userId],
  )
  if (!row) throw new Error('no message to many was made')
  return row.id
}
