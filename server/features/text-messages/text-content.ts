import { visitWhenInZone } from '#domain/appointments/visit-time.ts'
import { paths } from '#domain/paths.ts'
import type { NoticeTextKind } from '#domain/text-messages/text-messages.ts'
import { textMessageTexts } from '#domain/texts/text-messages.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { visitLink } from '../visit-answers/visit-link.ts'
import { changedVisits, isCurrent, wordsOf } from './changed-visits.ts'
import { visitOfReminder } from './visit-of-reminder.ts'

const { kinds, record, visitReminder } = textMessageTexts

interface TextFact {
  clinicId: string
  kind: NoticeTextKind
  subjectId: string
  /** Of the notice. */
  key: string
  /** Of a reminder. */
  visit: { id: string; startsAt: Date } | null
  now: Date
}

/**
 * The words of a text message. Role `system`.
 * @returns not current if its visit has changed since, or has begun
 */
export async function textContent(
  tx: Tx,
  config: Config,
  { clinicId, kind, subjectId, key, visit: of, now }: TextFact,
): Promise<{ text: string; isCurrent: boolean }> {
  // the main site: the clinic's own address would name it
  const link = new URL(paths.home, config.mainOrigin).href
  if (kind === 'visit_patient') return changeContent(tx, { clinicId, subjectId, key, now })
  if (!of) return { text: kinds[kind](link), isCurrent: true }
  const visit = await visitOfReminder(tx, { clinicId, visit: of, now })
  if (!visit) return { text: kinds[kind](link), isCurrent: false }
  const answer = await visitLink(tx, config, { clinicId, visit: of, origin: config.mainOrigin })
  return { text: visitReminder(visitWhenInZone(visit), answer), isCurrent: true }
}

/** A change of a visit, or of several of one series or batch. */
async function changeContent(
  tx: Tx,
  { now, ...notice }: { clinicId: string; subjectId: string; key: string; now: Date },
): Promise<{ text: string; isCurrent: boolean }> {
  const changed = await changedVisits(tx, notice, { audience: 'patient', knows: false })
  const current = changed.filter((visit) => isCurrent(visit, now))
  // a message that was handed over has the same words again
  const visits = current.length > 0 ? current : changed
  const [first] = visits
  if (!first) throw new Error('the change of the visit is missing')
  const when = visitWhenInZone({ startsAt: first.changed_starts_at.toISOString(), timeZone: first.time_zone })
  const words = wordsOf(first)
  return {
    text:
      visits.length === 1 ? record.changes[words](when) : record.changesOfMany[words](visits.length, when),
    isCurrent: current.length > 0,
  }
}
