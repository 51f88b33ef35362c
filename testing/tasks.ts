import type { TestDatabase } from './database/database.ts'

export async function aTask(
  db: Pick<TestDatabase, 'asOwner'>,
  clinic: { id: string },
  options: {
    title?: string
    patientId?: string | null
    assigneeId?: string | null
    dueOn?: string | null
  } = {},
): Promise<{ id: string }> {
  const { title = 'Call back', patientId = null, assigneeId = null, dueOn = null } = options
  const [row] = await db.asOwner<{ id: string }>(
    `insert into tasks (clinic_id, title, patient_id, assignee_id, due_on, created_at, updated_at)
     values ($1, $2, $3, $4, $5, now(), now()) returning id`,
    [clinic.id, title, patientId, assigneeId, dueOn],
  )
  if (!row) throw new Error('the task was not written')
  return row
}
