import { sql } from 'kysely'
import type { NoticeKind } from '#domain/notices/notices.ts'
import { isTextKind } from '#domain/text-messages/text-messages.ts'
import { dayMs, hourMs } from '#domain/values/durations.ts'
import type { Services } from '#server/clinic/action.ts'
import { defineJob, type JobResult } from '#server/platform/jobs/jobs.ts'
import { queueText } from '../text-messages/queue-text.ts'
import { composeNotice, visitOfNotice } from './compose-notice.ts'
import { notifyTeam } from './notify-team.ts'
import { withdrawn } from './recipients.ts'

/** Also in `app.queue_notice`. */
const deliverNoticeJob = 'notices.deliver'

type NoticeServices = Pick<
  Services,
  'transactions' | 'clock' | 'config' | 'mailer' | 'notices' | 'jobs' | 'sms'
>

/**
 * Writes a notice's mail from the present state and settles the notice in the same transaction, so that a repeated job
 * changes nothing. Also notifies the team and, by text message, the patient, by their preferences. An outdated notice
 * (paid, undone, inviter left) is settled without a mail.
 */
export function deliverNotice(services: NoticeServices) {
  const { transactions, clock, config, mailer, notices } = services
  return defineJob<{ noticeId: string }>({
    name: deliverNoticeJob,
    retryLimit: 8,
    retryDelaySeconds: 30,
    run: ({ noticeId }): Promise<JobResult> =>
      transactions.withSystem('job:notices.deliver', async (tx): Promise<JobResult> => {
        const notice = await tx
          .selectFrom('app.notices')
          .select([
            'id',
            'clinic_id',
            'kind',
            'subject_id',
            'noticed_at',
            'appointment_id',
            'visit_starts_at',
          ])
          .where('id', '=', noticeId)
          .where('settled_at', 'is', null)
          .forUpdate()
          .executeTakeFirst()
        if (!notice) return { mailed: false, reason: 'settled before' }
        const now = clock.now()
        const kind = notice.kind as NoticeKind
        const fact = {
          id: notice.id,
          config,
          now,
          clinicId: notice.clinic_id,
          kind,
          subjectId: notice.subject_id,
          noticedAt: notice.noticed_at,
          visit: visitOfNotice(notice),
        }
        const decision = await composeNotice(tx, fact)
        if ('mail' in decision) await mailer.queue(tx, decision.mail)
        await notifyTeam(tx, fact, decision, notices)
        if (isTextKind(kind) && !('skipped' in decision && decision.skipped === withdrawn)) {
          const text = {
            id: notice.id,
            clinicId: notice.clinic_id,
            patientId: notice.subject_id,
            kind,
            visit: fact.visit,
          }
          await queueText(tx, services, text)
        }
        const set =
          'waitsFor' in decision
            ? { waits_for: decision.waitsFor }
            : { settled_at: now, outcome: 'mail' in decision ? 'mailed' : decision.skipped, waits_for: null }
        await tx.updateTable('app.notices').set(set).where('id', '=', noticeId).execute()
        return { kind, outcome: set.outcome ?? 'address not proven' }
      }),
  })
}

/** A notice whose job has failed for this long fails each time; the operator finds its job among the failed ones. */
const longestMs = 7 * dayMs

/** Queues notices whose job was lost, except those that wait for an address to be confirmed. */
export function queueLostNotices({ transactions, clock }: Pick<Services, 'transactions' | 'clock'>) {
  return defineJob({
    name: 'notices.queue-lost',
    cron: '41 * * * *',
    run: (): Promise<JobResult> =>
      transactions.withSystem('job:notices.queue-lost', async (tx) => {
        const now = clock.now().getTime()
        const { rows } = await sql<{ id: string }>`
          select n.id, app.queue_notice(n.id) from app.notices n
           where n.settled_at is null and n.waits_for is null
             and n.noticed_at between ${new Date(now - longestMs)} and ${new Date(now - hourMs)}
           order by n.noticed_at limit 500`.execute(tx)
        return { queued: rows.length }
      }),
  })
}
