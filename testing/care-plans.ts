import type { CarePlan, CareTheme, SaveCarePlan } from '#domain/care-plans/care-plans.ts'
import type { TestDatabase } from './database.ts'
import type { Patient, TestClinic } from './people.ts'

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

/** A complete input of `save-care-plan`, for a patient without one. */
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

/** A care plan as `save-care-plan` leaves it. */
export async function aCarePlan(
  db: TestDatabase,
  clinic: Pick<TestClinic, 'id'>,
  patient: Pick<Patient, 'patientId'>,
): Promise<void> {
  const { steps, themes } = aCarePlanForm(patient.patientId)
  const plan: CarePlan = {
    steps,
    themes,
    visits: [{ visit: 'Check-up', timing: 'Now', purpose: '', code: 'K131', feeCents: 5400 }],
  }
  await db.asOwner(
    'insert into public.care_plans (clinic_id, patient_id, body, updated_at) values ($1, $2, $3, now())',
    [clinic.id, patient.patientId, JSON.stringify(plan)],
  )
}
