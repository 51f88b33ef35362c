// Mails lead to the thing they speak of, by addresses that do not name it (docs/domain-rules.md rule 31).
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mailedPath, pageOfMailed } from '#domain/mailed-links.ts'
import { learnPath, paths, wardPath } from '#domain/paths.ts'
import { assignLesson } from '#server/features/assignments/assign-lesson.ts'
import { anAppointment } from '#testing/appointments.ts'
import { aContentItem } from '#testing/content.ts'
import { openTestServices, type TestServices } from '#testing/database/services.ts'
import { aChild, aGuardian } from '#testing/guardians.ts'
import { aClinic, aPatient, type TestClinic } from '#testing/sign-in/people.ts'
import { pageOfNews, pageOfWardNews } from './page-of-news.ts'

let test: TestServices
let clinic: TestClinic
beforeAll(async () => {
  test = await openTestServices({ now: '2026-03-10T15:00:00Z' })
  clinic = await aClinic(test.db)
})
afterAll(() => test.close())

const asSystem = <Result>(read: (tx: Parameters<typeof pageOfNews>[0]) => Promise<Result>) =>
  test.services.transactions.withSystem('test', read)
const opened = (path: string) => pageOfMailed(path.slice('/open/'.length))
const newsOf = (key: string, subjectId: string = crypto.randomUUID()) => ({
  clinicId: clinic.id,
  subjectId,
  key,
  noticedAt: test.clock.now(),
})

async function mailedLinks(email: string): Promise<string[]> {
  await test.services.jobs.drain()
  const rows = await test.db.asOwner<{ links: string[] }>(
    `select links from app.mails where to_address = $1 and template in ('something-new', 'guardian-notice') order by queued_at`,
    [email],
  )
  return rows.flatMap(({ links }) => links.map((link) => new URL(link).pathname))
}

it('leads to the lesson, or to the list for several', async () => {
  for (const count of [1, 2]) {
    const patient = await aPatient(test.db, clinic)
    const items = await Promise.all(
      Array.from({ length: count }, () => aContentItem(test.db, clinic, { status: 'published' })),
    )
    for (const { itemId } of items)
      await assignLesson.call(test.services, clinic.admin.caller(), {
        itemId,
        patientIds: [patient.patientId],
        reason: '',
        dueOn: '',
      })
    const [link = ''] = await mailedLinks(patient.email)
    expect(opened(link)).toBe(count === 1 ? learnPath(items[0]?.itemId ?? '') : paths.learn)
  }
})

it.each([
  ['patient_message:1', paths.homeMessages],
  ['patient_update:file:1', mailedPath('files')],
  ['patient_update:offer:1', mailedPath('visits')],
  ['patient_update:value:1:2026-03-01', paths.homeValue],
  ['patient_update:records_merged:1', paths.home],
])('%s leads to %s', async (key, page) => {
  expect(await asSystem((tx) => pageOfNews(tx, newsOf(key)))).toBe(page)
})

it('leads a guardian to the same thing of the patient', async () => {
  const child = await aChild(test.db, clinic)
  const { guardianshipId: id } = await aGuardian(test.db, clinic, { patientId: child.patientId })
  const visit = await anAppointment(test.db, clinic, child, { date: '2026-03-20' })
  const [change] = await test.db.asOwner<{ id: string }>(
    'select id from appointment_changes where appointment_id = $1',
    [visit.id],
  )
  const ofVisit = mailedPath('wardVisit', id, visit.id)
  for (const [key, page] of [
    [`message:1`, mailedPath('wardMessages', id)],
    [`update:lessons:${child.patientId}:2026-03-10`, mailedPath('wardLessons', id)],
    [`update:file:1`, mailedPath('wardFiles', id)],
    [`reminder:visit:${visit.id}:1:24`, ofVisit],
    [`visit:${change?.id}`, ofVisit],
    [`visit:${crypto.randomUUID()}`, wardPath(id)],
    [`update:merged:1`, wardPath(id)],
  ] as const)
    expect(await asSystem((tx) => pageOfWardNews(tx, newsOf(`guardian_update:${id}:${key}`, id)))).toBe(page)
})
