import type { SaveProgram } from '#domain/programs/inputs.ts'
import { aContentItem } from './content.ts'
import type { TestDatabase } from './database/database.ts'
import type { Patient, TestClinic } from './sign-in/people.ts'

export function aProgramForm(changed: Partial<SaveProgram> = {}): SaveProgram {
  return {
    programId: null,
    version: 0,
    title: 'Better sleep',
    description: '',
    category: 'Wellness',
    emoji: '😴',
    start: 'rolling',
    startsOn: '',
    intervalDays: 7,
    planIds: [],
    sessions: [{ id: null, title: 'A rhythm', description: '', itemId: null, slidesItemId: null }],
    ...changed,
  }
}

export async function aProgram(
  db: TestDatabase,
  clinic: Pick<TestClinic, 'id' | 'admin'>,
  options: { sessions?: number; intervalDays?: number; startsOn?: string; planId?: string } = {},
): Promise<{ programId: string; sessionIds: string[]; itemIds: string[] }> {
  const { sessions = 2, intervalDays = 7, startsOn = null } = options
  const [program] = await db.asOwner<{ id: string }>(
    `insert into public.programs (clinic_id, title, category, emoji, start, starts_on, interval_days, author_id, changed_by,
                                  created_at, updated_at)
     values ($1, 'Better sleep', 'Wellness', '😴', case when $2::date is null then 'rolling' else 'fixed' end, $2::date, $3, $4, $4,
             now(), now()) returning id`,
    [clinic.id, startsOn, intervalDays, clinic.admin.userId],
  )
  if (!program) throw new Error('no program was made')
  const sessionIds: string[] = []
  const itemIds: string[] = []
  for (let position = 0; position < sessions; position++) {
    const { itemId } = await aContentItem(db, clinic, { status: 'published' })
    const [session] = await db.asOwner<{ id: string }>(
      `insert into public.program_sessions (clinic_id, program_id, position, title, item_id)
       values ($1, $2, $3, 'Session', $4) returning id`,
      [clinic.id, program.id, position, itemId],
    )
    sessionIds.push(session?.id ?? '')
    itemIds.push(itemId)
  }
  if (options.planId)
    await db.asOwner('insert into program_plans (clinic_id, program_id, plan_id) values ($1, $2, $3)', [
      clinic.id,
      program.id,
      options.planId,
    ])
  return { programId: program.id, sessionIds, itemIds }
}

/** Without sessions. @returns its id */
export async function anEnrollment(
  db: TestDatabase,
  clinic: Pick<TestClinic, 'id' | 'admin'>,
  patient: Pick<Patient, 'patientId'>,
): Promise<string> {
  const { programId } = await aProgram(db, clinic)
  const [row] = await db.asOwner<{ id: string }>(
    `insert into public.program_enrollments (clinic_id, program_id, patient_id, source, starts_on, interval_days, enrolled_at)
     values ($1, $2, $3, 'team', '2026-01-05', 7, '2026-01-05T12:00:00Z') returning id`,
    [clinic.id, programId, patient.patientId],
  )
  if (!row) throw new Error('no enrollment was made')
  return row.id
}
