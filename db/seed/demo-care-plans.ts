import type { CarePlan, CareTheme, SaveCarePlan } from '#domain/care-plans/care-plans.ts'
import { carePlanTemplates } from '#domain/care-plans/templates.ts'
import type { Services } from '#server/clinic/action.ts'
import { saveCarePlan } from '#server/features/care-plans/save-care-plan.ts'
import type { Caller } from '#server/platform/database/transactions.ts'

/** Fees of the demo, by billing code: made up, and not a schedule of any province. */
const fees: Record<string, string> = { K131: '54.00', A003: '87.35', K013: '70.10', K005: '70.10' }

type Told = Pick<CareTheme, 'patientScore' | 'physicianScore'> & Partial<CareTheme>

const themes: readonly (Told & Pick<CareTheme, 'title' | 'category'> & { lessonKeys: string[] })[] = [
  {
    title: 'Sleeping well',
    category: 'Wellness',
    patientScore: 3,
    physicianScore: 4,
    patientWords: 'I wake up at four and lie awake.',
    physicianWords: 'The same hours every day, and no coffee after two. We look at it again in six weeks.',
    code: 'K005',
    lessonKeys: ['sleep-basics'],
    isFeatured: true,
  },
  {
    title: 'Moving every day',
    category: 'Exercise',
    patientScore: 6,
    physicianScore: 5,
    physicianWords: 'Ten minutes after lunch are a good beginning.',
    code: 'K013',
    lessonKeys: ['walking-plan', 'strength-at-home'],
  },
  {
    title: 'Eating well',
    category: 'Nutrition',
    patientScore: 7,
    physicianScore: 7,
    patientWords: 'Weekdays are fine, weekends are not.',
    code: 'K013',
    lessonKeys: ['balanced-plate', 'reading-labels'],
  },
  {
    title: 'Handling stress',
    category: 'Mental Health',
    patientScore: 5,
    physicianScore: null,
    lessonKeys: ['everyday-stress'],
  },
]

const steps: CarePlan['steps'] = [
  { title: 'First visit', note: 'History, examination, blood pressure.', on: '', state: 'done' },
  { title: 'Results and plan', note: 'Bring your sleep diary.', on: '', state: 'current' },
  { title: 'Check-in after 3 months', note: '', on: '', state: 'planned' },
  { title: 'Review after a year', note: 'We score your themes again.', on: '', state: 'planned' },
]

/** The clinic writes a patient's care plan, from the Ontario template. */
export async function planDemo(services: Services, desk: Caller, patientId: string): Promise<void> {
  const lessons = await services.transactions.withActor(desk, (tx) =>
    tx.selectFrom('content_items').select(['id', 'example_key']).where('status', '=', 'published').execute(),
  )
  const idsOf = (keys: string[]) =>
    lessons.flatMap(({ id, example_key }) => (keys.includes(example_key ?? '') ? id : []))
  const template = carePlanTemplates.find(({ key }) => key === 'ontario-visits')
  const plan: SaveCarePlan = {
    patientId,
    version: 0,
    steps,
    themes: themes.map(({ lessonKeys, ...theme }) => ({
      ...{ patientWords: '', physicianWords: '', code: '', isFeatured: false },
      ...theme,
      lessonIds: idsOf(lessonKeys),
    })),
    visits: (template?.visits ?? []).map((visit) => ({ ...visit, fee: fees[visit.code] ?? '' })),
  }
  await saveCarePlan.call(services, desk, plan)
}
