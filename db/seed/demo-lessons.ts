import sharp from 'sharp'
import type { Action, Services } from '#server/clinic/action.ts'
import { assignLesson } from '#server/features/assignments/assign-lesson.ts'
import { assignProgram } from '#server/features/assignments/assign-program.ts'
import { copyContentExamples } from '#server/features/content/examples/copy-content-examples.ts'
import { featureContent } from '#server/features/content/feature-content.ts'
import { publishContent } from '#server/features/content/publish-content.ts'
import { saveContent } from '#server/features/content/save-content.ts'
import { createUploads } from '#server/features/files/upload.ts'
import { completeLesson } from '#server/features/learning/complete-lesson.ts'
import { rateLesson } from '#server/features/learning/rate-lesson.ts'
import { recordReading } from '#server/features/learning/record-reading.ts'
import { saveForLater } from '#server/features/learning/save-for-later.ts'
import { copyProgramExample } from '#server/features/programs/copy-program-example.ts'
import type { Caller } from '#server/platform/database/transactions.ts'

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
    featured: ['sleep-basics', 'walking-plan'],
    draft: ['low-mood'],
  },
  harbor: {
    published: ['reading-labels', 'back-pain-first-days', 'sleep-basics'],
    featured: ['back-pain-first-days'],
    draft: [],
  },
}

/** Drawn pictures for the cards, because the demo has no photographs. */
const covers: Record<string, string> = {
  'sleep-basics': `<rect width="640" height="360" fill="#1f3350"/><circle cx="470" cy="110" r="52" fill="#f2e3b3"/>
    <circle cx="492" cy="96" r="48" fill="#1f3350"/><path d="M0 300q160-70 320-20t320-10v90H0z" fill="#16263d"/>
    <g fill="#f2e3b3"><circle cx="120" cy="80" r="4"/><circle cx="220" cy="140" r="3"/><circle cx="330" cy="60" r="4"/></g>`,
  'walking-plan': `<rect width="640" height="360" fill="#dfece4"/><circle cx="510" cy="90" r="46" fill="#f0b46a"/>
    <path d="M0 250q170-110 340-30t300-40v180H0z" fill="#8fb79c"/><path d="M0 300q200-60 360-10t280 0v70H0z" fill="#5d8f71"/>
    <path d="M250 360q30-80 120-110" stroke="#f4efe4" stroke-width="16" fill="none" stroke-linecap="round"/>`,
  'balanced-plate': `<rect width="640" height="360" fill="#f2ece0"/><circle cx="320" cy="180" r="140" fill="#fff"/>
    <path d="M320 180V60a120 120 0 0 0 0 240z" fill="#7fae6a"/><path d="M320 180V60a120 120 0 0 1 120 120z" fill="#d98e54"/>
    <path d="M320 180h120a120 120 0 0 1-120 120z" fill="#d9b56b"/>`,
  'back-pain-first-days': `<rect width="640" height="360" fill="#e8e2f0"/>
    <path d="M300 60q60 60 20 130t20 130" stroke="#6b5a8e" stroke-width="26" fill="none" stroke-linecap="round"/>
    <g fill="#c9bfe0"><circle cx="250" cy="120" r="16"/><circle cx="245" cy="180" r="16"/><circle cx="262" cy="240" r="16"/></g>`,
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
    const version = await addCover(services, writer, itemId, covers[key])
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
      .select(['i.id', 'i.version'])
      .where('s.program_id', '=', programId)
      .orderBy('s.position')
      .execute(),
  )
  for (const { id: itemId, version } of items)
    await call(services, publishContent, writer, { itemId, version, isChecked: true })
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

/** @returns the version to publish */
async function addCover(
  services: Services,
  writer: Caller,
  itemId: string,
  drawing: string | undefined,
): Promise<number> {
  if (!drawing) return 1
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 360" width="1280" height="720">${drawing}</svg>`
  const picture = await sharp(Buffer.from(svg)).png().toBuffer()
  const uploads = createUploads(services)
  const { fileId } = await uploads.create(writer, {
    kind: 'content_picture',
    name: 'cover.png',
    sizeBytes: picture.length,
    patientId: null,
  })
  await uploads.append(writer, fileId, 0, whole(picture))
  const item = await services.transactions.withActor(writer, (tx) =>
    tx
      .selectFrom('content_items')
      .select(['title', 'category', 'description', 'body', 'version'])
      .where('id', '=', itemId)
      .executeTakeFirstOrThrow(),
  )
  const { version } = await call<{ version: number }>(services, saveContent, writer, {
    ...item,
    itemId,
    coverFileId: fileId,
  })
  return version
}

async function* whole(content: Uint8Array): AsyncIterable<Uint8Array> {
  yield content
}

async function call<Output>(
  services: Services,
  action: Action,
  caller: Caller,
  input: object,
): Promise<Output> {
  return (await action.call(services, caller, input)) as Output
}
