import { mailedPath } from '#domain/mailed-links.ts'
import { paths, wardPath } from '#domain/paths.ts'
import { minuteMs } from '#domain/values/durations.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import type { Notice } from '../notice.ts'

type News = Pick<Notice, 'clinicId' | 'subjectId' | 'key' | 'noticedAt'>

/**
 * The page of a patient's news, by the key that `notifyPatient` was called with. Only opaque ids
 * (docs/domain-rules.md rule 31). Role `system`.
 */
export async function pageOfNews(tx: Tx, notice: News): Promise<string> {
  const [kind, thing] = notice.key.split(':')
  if (kind === 'patient_message') return paths.homeMessages
  if (isPlanSummary(notice)) return paths.homeValue
  if (thing === 'lessons') {
    const lessons = await lessonsOf(tx, notice)
    const [only] = lessons
    return only && lessons.length === 1 ? mailedPath('lesson', only) : mailedPath('lessons')
  }
  if (thing === 'offer') return mailedPath('visits')
  if (thing === 'file') return mailedPath('files')
  if (thing === 'forms') return mailedPath('forms')
  return paths.home
}

/** Of `writeReceipts` in server/features/value-receipts/. */
export function isPlanSummary({ key }: Pick<Notice, 'key'>): boolean {
  return key.startsWith('patient_update:value:')
}

/** The same for a guardian, on the page of the patient: `guardian_update:GUARDIANSHIP:KEY`. */
export async function pageOfWardNews(tx: Tx, { clinicId, subjectId, key }: News): Promise<string> {
  const [, , about, thing, id] = key.split(':')
  if (about === 'message') return mailedPath('wardMessages', subjectId)
  if (about === 'update' && thing === 'lessons') return mailedPath('wardLessons', subjectId)
  if (about === 'update' && thing === 'file') return mailedPath('wardFiles', subjectId)
  if (about === 'update' && thing === 'forms') return mailedPath('wardForms', subjectId)
  const visitId = about === 'reminder' ? id : about === 'visit' && (await visitOfChange(tx, clinicId, thing))
  return visitId ? mailedPath('wardVisit', subjectId, visitId) : wardPath(subjectId)
}

/** The visit of a guardian's reminder, at the time that it was written for; null for other news. */
export function visitOfWardReminder({ key }: Pick<Notice, 'key'>): { id: string; startsAt: Date } | null {
  const [, , about, , id, seconds] = key.split(':')
  return about === 'reminder' && id ? { id, startsAt: new Date(Number(seconds) * 1000) } : null
}

/** Items of the lessons that the notice is about. */
async function lessonsOf(tx: Tx, { clinicId, subjectId, noticedAt }: News): Promise<string[]> {
  const rows = await tx
    .selectFrom('lesson_assignments')
    .select('item_id')
    .distinct()
    .where('clinic_id', '=', clinicId)
    .where('patient_id', '=', subjectId)
    .where('notified_at', '>', new Date(noticedAt.getTime() - minuteMs))
    .where('notified_at', '<=', noticedAt)
    .where('withdrawn_at', 'is', null)
    .limit(2)
    .execute()
  return rows.map(({ item_id }) => item_id)
}

async function visitOfChange(tx: Tx, clinicId: string, changeId = ''): Promise<string | undefined> {
  const change = await tx
    .selectFrom('appointment_changes')
    .select('appointment_id')
    .where('clinic_id', '=', clinicId)
    .where((where) => where(where.cast('id', 'text'), '=', changeId))
    .executeTakeFirst()
  return change?.appointment_id
}
