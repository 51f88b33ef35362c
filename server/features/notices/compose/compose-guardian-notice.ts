import { sql } from 'kysely'
import { visitWhenInZone } from '#domain/appointments/visit-time.ts'
import { undoSeconds } from '#domain/appointments/visits.ts'
import type { GuardianNoticeKind } from '#domain/notices/notices.ts'
import { paths } from '#domain/paths.ts'
import { guardianNoticeMail, wardReminderMail } from '#server/emails/guardians.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { visitOfReminder } from '../../text-messages/visit-of-reminder.ts'
import { visitLink } from '../../visit-answers/visit-link.ts'
import { pageOfWardNews, visitOfWardReminder } from '../links/page-of-news.ts'
import type { Notice, NoticeContext } from '../notice.ts'
import { type Decision, toAccount, toPatient, withdrawn } from '../recipients.ts'

/**
 * To a guardian or their ward, without the content, which requires a sign-in. A reminder has the visit's time, and a link
 * that answers it (docs/decisions/0208).
 */
export async function composeGuardianNotice(context: NoticeContext): Promise<Decision> {
  const { tx, notice, clinic, page } = context
  const kind = notice.kind as GuardianNoticeKind
  const access = await tx
    .selectFrom('patient_guardians')
    .select(['id', 'patient_id', 'user_id', 'ended_at'])
    .where('clinic_id', '=', notice.clinicId)
    .where('id', '=', notice.subjectId)
    .executeTakeFirstOrThrow()
  if (access.ended_at && !kind.endsWith('_changed')) return { skipped: 'ended' }
  if (kind === 'ward_soon' || kind === 'ward_changed')
    return toPatient(tx, notice.clinicId, access.patient_id, (to) =>
      guardianNoticeMail({ to, clinic, link: page(paths.profile), kind }),
    )
  if (!access.user_id) return { skipped: 'no account' }
  if (kind === 'guardian_update') {
    const live = await tx
      .selectFrom('app.live_guardians')
      .select('level')
      .where('clinic_id', '=', notice.clinicId)
      .where('id', '=', access.id)
      .executeTakeFirst()
    if (!live?.level) return { skipped: 'ended' }
    const visit = visitOfWardReminder(notice)
    if (visit) return composeWardReminder(context, visit, { id: access.id, userId: access.user_id })
    if (notice.change && (await isOvertaken(tx, notice, notice.change))) return { skipped: 'changed since' }
  }
  const link = page(kind === 'guardian_update' ? await pageOfWardNews(tx, notice) : paths.family)
  return toAccount(tx, access.user_id, ({ email }) => guardianNoticeMail({ to: email, clinic, link, kind }))
}

async function composeWardReminder(
  { tx, notice, clinic, page }: NoticeContext,
  of: { id: string; startsAt: Date },
  guardian: { id: string; userId: string },
): Promise<Decision> {
  const { clinicId, config, now } = notice
  const visit = await visitOfReminder(tx, { clinicId, visit: of, now })
  if (!visit) return { skipped: withdrawn }
  const when = visitWhenInZone(visit)
  const about = { clinicId, visit: of, origin: page(paths.landing), guardianId: guardian.id }
  const link = await visitLink(tx, config, about)
  return toAccount(tx, guardian.userId, ({ email }) => wardReminderMail({ to: email, clinic, link, when }))
}

/** Whether a later change of each visit has its own notice, or the change was undone. */
async function isOvertaken(
  tx: Tx,
  { clinicId, noticedAt }: Pick<Notice, 'clinicId' | 'noticedAt'>,
  change: NonNullable<Notice['change']>,
): Promise<boolean> {
  const changes =
    'id' in change
      ? sql`c.id = ${change.id}::uuid`
      : sql`c.kind = ${change.kind} and c.changed_at = ${noticedAt}
              and c.appointment_id in (select a.id from public.appointments a
                                        where a.clinic_id = ${clinicId} and a.series_id = ${change.seriesId}::uuid)`
  const { rows } = await sql<{ is_overtaken: boolean | null }>`
    select bool_and(
           exists (select from public.appointment_changes l
                    where l.clinic_id = c.clinic_id and l.appointment_id = c.appointment_id and l.version > c.version
                      and l.kind in ('accepted', 'moved', 'reopened', 'canceled'))
           or coalesce((k.starts_at = c.starts_at and k.status = c.status), false)) as is_overtaken
      from public.appointment_changes c
      left join lateral (
        select b.starts_at, b.status from public.appointment_changes b
         where b.clinic_id = c.clinic_id and b.appointment_id = c.appointment_id and b.version < c.version
           and b.changed_at <= c.changed_at - ${undoSeconds} * interval '1 second'
         order by b.version desc limit 1) k on true
     where c.clinic_id = ${clinicId} and ${changes}`.execute(tx)
  return rows[0]?.is_overtaken ?? false
}
