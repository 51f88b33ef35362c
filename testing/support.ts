import type { TestDatabase } from './database/database.ts'

/**
 * Directly in the database: pending, or approved for the hour from an instant on.
 * @returns its id
 */
export async function aSupportAccess(
  db: TestDatabase,
  clinicId: string,
  {
    askedBy = null,
    askedAt,
    approvedAt = null,
  }: { askedBy?: string | null; askedAt: Date; approvedAt?: Date | null },
): Promise<string> {
  await db.asOwner(
    'update app.support_access set ended_at = now() where clinic_id = $1 and ended_at is null',
    [clinicId],
  )
  const [made] = await db.asOwner<{ id: string }>(
    `insert into app.support_access (clinic_id, reason, asked_by, asked_at, decided_at, ends_at)
     values ($1, 'A mail does not arrive', $2, $3, $4, $4::timestamptz + interval '60 minutes') returning id`,
    [clinicId, askedBy, askedAt, approvedAt],
  )
  if (!made) throw new Error('no access was made')
  return made.id
}
