import type { CareTheme, SaveCarePlan } from '#domain/care-plans/care-plans.ts'
import type { SaveCarePlanTemplate } from '#domain/care-plans/own-templates.ts'
import type { TestDatabase } from './database/database.ts'
import type { TestClinic } from './sign-in/people.ts'

export function aTheme(changed: Partial<CareTheme> = {}): CareTheme {
  return {
    title: 'Sleeping well',
    category: 'Wellness',
    patientScore: 4,
    physicianScore: 6,
    patientWords: 'I wake up at four.',
    physicianWords: 'The same hours every day.',
    code: 'K005',
    lessonIds: [],
    isFeatured: false,
    ...changed,
  }
}

export function aCarePlanForm(patientId: string, changed: Partial<SaveCarePlan> = {}): SaveCarePlan {
  return {
    patientId,
    version: 0,
    steps: [{ title: 'First visit', note: '', on: '2026-03-02', state: 'done' }],
    themes: [aTheme({ isFeatured: true })],
    visits: [
      { visit: 'Periodic health visit', timing: 'Now', purpose: 'History', code: 'K131', fee: '54.00' },
    ],
    ...changed,
  }
}

export function aTemplateForm(changed: Partial<SaveCarePlanTemplate> = {}): SaveCarePlanTemplate {
  const { steps, themes, visits } = aCarePlanForm('')
  const title = `Our first year ${crypto.randomUUID().slice(0, 8)}`
  return { version: 0, title, description: 'What we plan with most', steps, themes, visits, ...changed }
}

/** @returns the template's id */
export async function aCarePlanTemplate(db: TestDatabase, clinic: Pick<TestClinic, 'id'>): Promise<string> {
  const [row] = await db.asOwner<{ id: string }>(
    `insert into public.care_plan_templates (clinic_id, title, body, updated_at)
     values ($1, $2, '{"steps": [], "themes": [], "visits": []}', now()) returning id`,
    [clinic.id, `Template ${crypto.randomUUID()}`],
  )
  if (!row) throw new Error('no template was written')
  return row.id
}
