import { aContentItem } from './content.ts'
import type { TestDatabase } from './database/database.ts'
import type { Patient, TestClinic } from './sign-in/people.ts'

/** As `assign-lesson` leaves it. Without `item` it is new content. */
export async function anAssignment(
  db: TestDatabase,
  clinic: Pick<TestClinic, 'id' | 'admin'>,
  patient: Pick<Patient, 'patientId'>,
  options: {
    item?: { itemId: string; versionId: string | null }
    reason?: string
    dueOn?: string
    opensAt?: string
    completedAt?: string
    isWithdrawn?: boolean
  } = {},
): Promise<{ id: string; itemId: string; versionId: string }> {
  const { itemId, versionId } = options.item ?? (await aContentItem(db, clinic, { status: 'published' }))
  const [row] = await db.asOwner<{ id: string }>(
    `insert into public.lesson_assignments (clinic_id, patient_id, item_id, version_id, reason, due_on, opens_at, assigned_by,
                                            assigned_at, completed_at, withdrawn_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $7, $9, case when $10 then now() end)
     returning id`,
    [
      clinic.id,
      patient.patientId,
      itemId,
      versionId,
      options.reason ?? '',
      options.dueOn ?? null,
      options.opensAt ?? '2026-01-05T12:00:00Z',
      clinic.admin.userId,
      options.completedAt ?? null,
      options.isWithdrawn ?? false,
    ],
  )
  if (!row || !versionId) throw new Error('no assignment was made')
  return { id: row.id, itemId, versionId }
}
