import { sql } from 'kysely'
import { noticePath } from '#domain/notices/notice-path.ts'
import { noticeDays, type Summary, type UserNoticeKind } from '#domain/notices/user-notices.ts'
import { paths } from '#domain/paths.ts'
import type { NoticeEvent } from '#domain/preferences/notice-preferences.ts'
import { dayMs, hourMs } from '#domain/values/durations.ts'
import type { Services } from '#server/clinic/action.ts'
import { senderClinic } from '#server/emails/sender-clinic.ts'
import { dailySummaryMail, teamNoticeMail } from '#server/emails/team-notices.ts'
import { clinicOrigin } from '#server/platform/config/config.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { clinicByClinic } from '#server/platform/jobs/clinic-by-clinic.ts'
import { defineJob, type JobResult } from '#server/platform/jobs/jobs.ts'

/** Also in `app.notify_person`. */
const mailNoticesJob = 'notices.mail'

/** Have a mail with the content: one event is one mail. */
const mailedApart: readonly string[] = [
  // compose-visit-notice.ts
  'appointment_booked',
  'appointment_requested',
  'appointment_moved',
  'appointment_handed_over',
  'appointment_canceled',
  // compose-notice.ts
  'invitation_accepted',
  // server/features/clinic-tier/mail-admins.ts
  'commission_failed',
] satisfies UserNoticeKind[]

/**
 * Sends one mail for all of a person's pending notices, without their content. Skips former members and unconfirmed
 * addresses.
 */
export function mailNotices({
  transactions,
  clock,
  config,
  mailer,
}: Pick<Services, 'transactions' | 'clock' | 'config' | 'mailer'>) {
  return defineJob<{ clinicId: string; noticeId: string }>({
    name: mailNoticesJob,
    retryLimit: 8,
    retryDelaySeconds: 30,
    run: ({ clinicId, noticeId }): Promise<JobResult> =>
      transactions.withSystem(`job:${mailNoticesJob}`, async (tx): Promise<JobResult> => {
        const first = await tx
          .selectFrom('user_notices')
          .select('user_id')
          .where('clinic_id', '=', clinicId)
          .where('id', '=', noticeId)
          .executeTakeFirst()
        if (!first) return { mailed: 0, reason: 'too old' }
        const waiting = await tx
          .selectFrom('user_notices')
          .select(['id', 'event', 'key', 'figures', 'kind'])
          .select(['patient_id as patientId', 'subject_id as subjectId'])
          .where('clinic_id', '=', clinicId)
          .where('user_id', '=', first.user_id)
          .where('channel', '=', 'email')
          .where('mailed_at', 'is', null)
          .orderBy('noticed_at')
          .orderBy('id')
          .forUpdate()
          .execute()
        if (waiting.length === 0) return { mailed: 0, reason: 'mailed before' }
        await tx
          .updateTable('user_notices')
          .set({ mailed_at: clock.now() })
          .where('clinic_id', '=', clinicId)
          .where(
            'id',
            'in',
            waiting.map(({ id }) => id),
          )
          .execute()
        const to = await recipient(tx, clinicId, first.user_id)
        if (!to) return { mailed: 0, reason: 'not on the team' }
        const clinic = await senderClinic(tx, config, clinicId)
        const page = (path: string) => new URL(path, clinicOrigin(config, clinic.subdomain)).href
        const summaries = waiting.filter(({ event }) => event === 'daily_summary')
        const others = waiting.filter(
          ({ event, kind }) => event !== 'daily_summary' && !mailedApart.includes(kind),
        )
        const common = { to, clinic, settingsLink: page(paths.settingsNotifications) }
        for (const { figures, key } of summaries) {
          await mailer.queue(
            tx,
            dailySummaryMail({
              ...common,
              link: page(paths.clinic),
              day: key.slice('daily_summary:'.length),
              figures: figures as Summary,
            }),
          )
        }
        if (others.length > 0) {
          const counts = new Map<NoticeEvent, number>()
          for (const { event } of others)
            counts.set(event as NoticeEvent, (counts.get(event as NoticeEvent) ?? 0) + 1)
          const [only, ...more] = others
          const isOne = only && more.length === 0
          const path = isOne
            ? noticePath({ ...only, kind: only.kind as UserNoticeKind })
            : paths.clinicNotices
          await mailer.queue(tx, teamNoticeMail({ ...common, link: page(path), counts: [...counts] }))
        }
        return { mailed: waiting.length }
      }),
  })
}

async function recipient(tx: Tx, clinicId: string, userId: string) {
  const row = await tx
    .selectFrom('clinic_memberships as m')
    .innerJoin('auth.users as u', 'u.id', 'm.user_id')
    .select('u.email')
    .where('m.clinic_id', '=', clinicId)
    .where('m.user_id', '=', userId)
    .where('m.role', '<>', 'patient')
    .where('m.status', '=', 'active')
    .where('m.ended_at', 'is', null)
    .where('u.deleted_at', 'is', null)
    .where('u.email_confirmed_at', 'is not', null)
    .executeTakeFirst()
  return row?.email ?? null
}

/** A mail whose job has failed for this long fails each time. */
const longestMs = 7 * dayMs

/** The link in a mail to an address that a clinic entered works this long; a stopped address stays stopped. */
const enteredAddressDays = 365

/** An address that did not exist is tried again after this time. */
const reportDays = 365

/** Deletes old notices, entered addresses and reports, and queues mails whose job was lost. */
export function pruneNotices({ transactions, clock }: Pick<Services, 'transactions' | 'clock'>) {
  return defineJob({
    name: 'notices.keep',
    cron: '47 * * * *',
    async run(): Promise<JobResult> {
      const of = { transactions, purpose: 'job:notices.keep' }
      const now = clock.now().getTime()
      const queued = await transactions.withSystem(of.purpose, async (tx) => {
        const { rows } = await sql`
          select app.queue_job(${mailNoticesJob}, jsonb_build_object('clinicId', n.clinic_id, 'noticeId', n.id), n.id::text)
            from public.user_notices n
           where n.channel = 'email' and n.mailed_at is null and n.noticed_at between ${new Date(now - longestMs)} and ${new Date(now - hourMs)}
           order by n.noticed_at limit 500`.execute(tx)
        return rows.length
      })
      const removed = await clinicByClinic(
        of,
        (tx) => oldNotices(tx, now).select('n.clinic_id').distinct().execute(),
        async (tx, clinicId) => {
          const { numDeletedRows } = await tx
            .deleteFrom('user_notices')
            .where('clinic_id', '=', clinicId)
            .where(
              'id',
              'in',
              oldNotices(tx, now)
                .select('n.id')
                .where('n.clinic_id', '=', clinicId)
                .orderBy('n.noticed_at')
                .limit(10_000),
            )
            .executeTakeFirst()
          return numDeletedRows
        },
      )
      await clinicByClinic(
        of,
        (tx) => oldAddresses(tx, now).select('e.clinic_id').distinct().execute(),
        async (tx, clinicId) => {
          const { numDeletedRows } = await tx
            .deleteFrom('app.entered_addresses')
            .where('clinic_id', '=', clinicId)
            .where('stopped_at', 'is', null)
            .where('mailed_at', '<', new Date(now - enteredAddressDays * dayMs))
            .executeTakeFirst()
          return numDeletedRows
        },
      )
      await clinicByClinic(
        of,
        (tx) => oldReports(tx, now).select('r.clinic_id').distinct().execute(),
        async (tx, clinicId) => {
          const { numDeletedRows } = await tx
            .deleteFrom('app.reported_addresses')
            .where('clinic_id', '=', clinicId)
            .where('reported_at', '<', new Date(now - reportDays * dayMs))
            .executeTakeFirst()
          return numDeletedRows
        },
      )
      return { queued, removed }
    },
  })
}

function oldNotices(tx: Tx, now: number) {
  return tx.selectFrom('user_notices as n').where('n.noticed_at', '<', new Date(now - noticeDays * dayMs))
}

function oldAddresses(tx: Tx, now: number) {
  return tx
    .selectFrom('app.entered_addresses as e')
    .where('e.stopped_at', 'is', null)
    .where('e.mailed_at', '<', new Date(now - enteredAddressDays * dayMs))
}

function oldReports(tx: Tx, now: number) {
  return tx
    .selectFrom('app.reported_addresses as r')
    .where('r.reported_at', '<', new Date(now - reportDays * dayMs))
}
