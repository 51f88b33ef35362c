import type { Action, Services } from '#server/clinic/action.ts'
import { assignLesson } from '#server/features/assignments/assign-lesson.ts'
import { assignProgram } from '#server/features/assignments/assign-program.ts'
import { copyContentExamples } from '#server/features/content/examples/copy-content-examples.ts'
import { featureContent } from '#server/features/content/feature-content.ts'
import { publishContent } from '#server/features/content/publish-content.ts'
import { completeLesson } from '#server/features/learning/complete-lesson.ts'
import { rateLesson } from '#server/features/learning/rate-lesson.ts'
import { recordReading } from '#server/features/learning/record-reading.ts'
import { saveForLater } from '#server/features/learning/save-for-later.ts'
import { copyProgramExample } from '#server/features/programs/copy-program-example.ts'
import type { Caller } from '#server/platform/database/transactions.ts'
import { addCover } from './demo-covers.ts'

/** The content of each demo clinic, by subdomain: checked examples, and an unchecked one. */
const taught: Record<string, { published: string[]; featured: string[]; draft: string[] }> = {
  sunrise: {
    published: [
      'pain-relievers',
      'everyday-stress',
      'strength-at-home',
      'balanced-plate',
      'back-pain-first-days',
      'taking-medicines',
      'walking-plan',
      'sleep-basics',
    ],
    featured: ['sleep-basics', 'walking-plan', 'balanced-plate', 'strength-at-home'],
    draft: ['low-mood'],
  },
  harbor: {
    published: ['reading-labels', 'back-pain-first-days', 'sleep-basics'],
    featured: ['back-pain-first-days'],
    draft: [],
  },
}

/** Fills a clinic's library from the examples, by the product's own actions. */
export async function teachDemo(services: Services, admin: Caller, writer: Caller): Promise<void> {
  const plan = taught[admin.clinic ?? '']
  if (!plan) return
  for (const key of [...plan.published, ...plan.draft]) {
    const { itemIds } = await call<{ itemIds: string[] }>(services, copyContentExamples, writer, {
      keys: [key],
    })
    const itemId = itemIds[0] ?? ''
    const version = await addCover(services, writer, itemId, key)
    if (plan.draft.includes(key)) continue
    await call(services, publishContent, writer, { itemId, version, isChecked: true })
    if (plan.featured.includes(key)) await call(services, featureContent, admin, { itemId, isFeatured: true })
  }
  await programDemo(services, writer)
}

/** A program that the clinic has copied and checked, and another one that it has not. */
async function programDemo(services: Services, writer: Caller): Promise<void> {
  const copy = (key: string) => call<{ programId: string }>(services, copyProgramExample, writer, { key })
  const { programId } = await copy('sleep-optimization')
  await copy('stress-reduction')
  const items = await services.transactions.withActor(writer, (tx) =>
    tx
      .selectFrom('program_sessions as s')
      .innerJoin('content_items as i', 'i.id', 's.item_id')
      .select(['i.id', 'i.example_key'])
      .where('s.program_id', '=', programId)
      .orderBy('s.position')
      .execute(),
  )
  for (const { id: itemId, example_key } of items) {
    const version = await addCover(services, writer, itemId, example_key ?? '')
    await call(services, publishContent, writer, { itemId, version, isChecked: true })
  }
}

/** A patient takes part in the clinic's program, and has completed its first session. */
export async function enrollDemo(
  services: Services,
  desk: Caller,
  patient: { caller: Caller; patientId: string },
): Promise<void> {
  const program = await services.transactions.withActor(desk, (tx) =>
    tx.selectFrom('programs').select('id').where('example_key', '=', 'sleep-optimization').executeTakeFirst(),
  )
  if (!program) return
  const input = { programId: program.id, patientIds: [patient.patientId] }
  await call(services, assignProgram, desk, input)
  const [first] = await services.transactions.withActor(desk, (tx) =>
    tx
      .selectFrom('lesson_assignments')
      .select('item_id')
      .where('patient_id', '=', patient.patientId)
      .where('session_id', 'is not', null)
      .orderBy('opens_at')
      .limit(1)
      .execute(),
  )
  if (!first) return
  await call(services, recordReading, patient.caller, { itemId: first.item_id, position: 0.9, seen: 1 })
  await call(services, completeLesson, patient.caller, { itemId: first.item_id })
  await call(services, rateLesson, patient.caller, { itemId: first.item_id, rating: 4 })
}

/** A patient has read the newest lessons and saved one for later. @param count of lessons */
export async function readDemo(services: Services, patient: Caller, count: number): Promise<void> {
  const lessons = await services.transactions.withActor(patient, (tx) =>
    tx
      .selectFrom('content_versions')
      .select('item_id')
      .where('superseded_at', 'is', null)
      .orderBy('published_at', 'desc')
      .orderBy('number')
      .limit(count)
      .execute(),
  )
  for (const [at, { item_id: itemId }] of lessons.entries()) {
    await call(services, recordReading, patient, { itemId, position: at === 0 ? 0.4 : 1 })
    if (at > 0) await call(services, rateLesson, patient, { itemId, rating: 2 + count })
  }
  const last = lessons.at(-1)
  if (last) await call(services, saveForLater, patient, { itemId: last.item_id, isSaved: true })
}

/** Assigned lessons with their reasons; the patient has completed the first of two. */
export async function assignDemo(
  services: Services,
  desk: Caller,
  patient: { caller: Caller; patientId: string },
): Promise<void> {
  const lessons = await services.transactions.withActor(desk, (tx) =>
    tx
      .selectFrom('content_items')
      .select(['id', 'example_key'])
      .where('status', '=', 'published')
      .where('example_key', 'in', Object.keys(reasons))
      .orderBy('example_key')
      .execute(),
  )
  for (const [at, { id: itemId, example_key }] of lessons.entries()) {
    const reason = reasons[example_key ?? ''] ?? ''
    await call(services, assignLesson, desk, { itemId, patientIds: [patient.patientId], reason })
    if (at > 0) continue
    await call(services, recordReading, patient.caller, { itemId, position: 0.9, seen: 1 })
    await call(services, completeLesson, patient.caller, { itemId })
    await call(services, rateLesson, patient.caller, { itemId, rating: 5 })
  }
}

const reasons: Record<string, string> = {
  'back-pain-first-days': 'For the days after our first visit.',
  'sleep-basics': 'You said that you wake up at four. Try these for two weeks.',
  'walking-plan': 'Ten minutes a day are enough to begin with.',
}

async function call<Output>(
  services: Services,
  action: Action,
  caller: Caller,
  input: object,
): Promise<Output> {
  return (await action.call(services, caller, input)) as Output
}
