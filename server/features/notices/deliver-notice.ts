import { sql } from 'kysely'
import type { NoticeKind } from '#domain/notices/notices.ts'
import { isAccountTextKind, type TextKind } from '#domain/text-messages/text-messages.ts'
import { dayMs, hourMs } from '#domain/values/durations.ts'
import type { Services } from '#server/clinic/action.ts'
import { defineJob, type JobResult } from '#server/platform/jobs/jobs.ts'
import { queueText } from '../text-messages/queue-text.ts'
import { visitOfNotice } from '../text-messages/visit-of-reminder.ts'
import { composeNotice } from './compose/compose-notice.ts'
import type { Notice } from './notice.ts'
import { notifyTeam } from './notify-team.ts'
import { type Decision, unlessGone, withdrawn } from './recipients.ts'

/** Also in `app.queue_notice` and `app.drain_outbox`. */
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
  return defineJob<{ clinicId: string; noticeId: string }>({
    name: deliverNoticeJob,
    retryLimit: 8,
    retryDelaySeconds: 30,
    concurrency: 4,
    run: ({ clinicId, noticeId }): Promise<JobResult> =>
      transactions.withSystem('job:notices.deliver', async (tx): Promise<JobResult> => {
        const notice = await tx
          .selectFrom('app.notices')
          .select(['id', 'kind', 'key', 'subject_id', 'noticed_at', 'appointment_id', 'visit_starts_at'])
          .where('clinic_id', '=', clinicId)
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
          hasSms: services.sms !== null,
          clinicId,
          kind,
          subjectId: notice.subject_id,
          key: notice.key,
          noticedAt: notice.noticed_at,
          change: changeOfNotice(notice.key),
          visit: visitOfNotice(notice),
        }
        const decision = await unlessGone(tx, clinicId, await composeNotice(tx, fact))
        await notifyTeam(tx, fact, decision, notices)
        const isTexted = sendsText(kind, decision) && (await queueText(tx, services, textOf(fact, decision)))
        const set =
          'waitsFor' in decision
            ? { waits_for: decision.waitsFor }
            : { settled_at: now, outcome: outcomeOf(decision, isTexted), waits_for: null }
        await Promise.all([
          'mail' in decision ? mailer.queue(tx, decision.mail) : undefined,
          tx
            .updateTable('app.notices')
            .set(set)
            .where('clinic_id', '=', clinicId)
            .where('id', '=', noticeId)
            .execute(),
        ])
        return { kind, outcome: set.outcome ?? 'address not proven' }
      }),
  })
}

/** A patient with an account is texted besides, one without an account instead (docs/decisions/0177). */
function sendsText(kind: NoticeKind, decision: Decision): boolean {
  if ('instead' in decision) return decision.instead === 'text'
  const isAlone = 'mail' in decision && decision.isAlone === true
  const isWithdrawn = 'skipped' in decision && decision.skipped === withdrawn
  return isAccountTextKind(kind) && !isAlone && !isWithdrawn
}

function textOf({ id, clinicId, subjectId, kind, visit }: Notice & { id: string }, decision: Decision) {
  const patientId = 'instead' in decision ? decision.patientId : subjectId
  return { id, clinicId, patientId, subjectId, kind: kind as TextKind, visit }
}

/** `call`: the desk calls, because no message reaches the patient. */
function outcomeOf(decision: Exclude<Decision, { waitsFor: string }>, isTexted: boolean): string {
  if ('mail' in decision) return 'mailed'
  if ('skipped' in decision) return decision.skipped
  return decision.instead === 'text' && !isTexted ? 'call' : decision.instead
}

/** A notice whose job has failed for this long fails each time; the operator finds its job among the failed ones. */
const longestMs = 7 * dayMs

/** Of `app.notice_visit_change`. */
function changeOfNotice(key: string): Notice['change'] {
  const [, about, id, kind] =
    /^guardian_update:[0-9a-f-]{36}:(visit|series):([0-9a-f-]{36})(?::([a-z]+):\d+)?$/.exec(key) ?? []
  if (!id) return null
  return about === 'series' && kind ? { seriesId: id, kind } : { id }
}

/** Queues notices whose job was lost, except those that wait for an address to be confirmed. */
export function queueLostNotices({ transactions, clock }: Pick<Services, 'transactions' | 'clock'>) {
  return defineJob({
    name: 'notices.queue-lost',
    cron: '41 * * * *',
    run: (): Promise<JobResult> =>
      transactions.withSystem('job:notices.queue-lost', async (tx) => {
        const now = clock.now().getTime()
        const { rows } = await sql<{ id: string }>`
          select n.id, app.queue_notice(n.clinic_id, n.id) from app.notices n
           where n.settled_at is null and n.waits_for is null
             and n.noticed_at between ${new Date(now - longestMs)} and ${new Date(now - hourMs)}
           order by n.noticed_at limit 500`.execute(tx)
        return { queued: rows.length }
      }),
  })
}
