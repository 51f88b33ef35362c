import { sql } from 'kysely'
import { overdueStatuses } from '#domain/subscriptions/subscriptions.ts'
import type { Services } from '#server/clinic/action.ts'
import { defineJob, type JobResult } from '#server/platform/jobs/jobs.ts'

/** In the clinic's zone (docs/specification.md B2.12). */
const summaryAt = '07:00'

/**
 * Sends each clinic's daily summary from 7:00 in its zone; after an outage later, and only for the current day.
 * Claiming the day in the transaction that notifies makes it once per clinic. Skips empty summaries.
 */
export function dailySummaries({ transactions, clock }: Pick<Services, 'transactions' | 'clock'>) {
  return defineJob({
    name: 'notices.daily-summary',
    cron: '*/5 * * * *',
    async run(): Promise<JobResult> {
      const now = clock.now()
      const due = await transactions.withSystem('job:notices.daily-summary', async (tx) => {
        const { rows } = await sql<{ id: string; day: string }>`
          select c.id, to_char(${now}::timestamptz at time zone c.time_zone, 'YYYY-MM-DD') as day
            from public.clinics c left join app.daily_summaries d on d.clinic_id = c.id
           where (${now}::timestamptz at time zone c.time_zone)::time >= ${summaryAt}::time
             and (d.day is null or d.day < (${now}::timestamptz at time zone c.time_zone)::date)
           order by c.id`.execute(tx)
        return rows
      })
      let clinics = 0
      let notified = 0
      for (const { id, day } of due) {
        const made = await transactions.withSystem('job:notices.daily-summary', (tx) =>
          makeSummaries(tx, { clinicId: id, day, now }),
        )
        if (made === null) continue
        clinics++
        notified += made
      }
      return { clinics, notified }
    },
  })
}

/** @returns how many people were notified; null if another server has made this day's */
async function makeSummaries(
  tx: Parameters<Parameters<Services['transactions']['withSystem']>[1]>[0],
  { clinicId, day, now }: { clinicId: string; day: string; now: Date },
): Promise<number | null> {
  const { rows: claimed } = await sql`
    insert into app.daily_summaries (clinic_id, day) values (${clinicId}, ${day})
    on conflict (clinic_id) do update set day = excluded.day where daily_summaries.day < excluded.day
    returning clinic_id`.execute(tx)
  if (claimed.length === 0) return null
  const { rows } = await sql<{ notified: boolean }>`
    with clinic as (
      select (select count(*) from public.appointments a
               where a.clinic_id = ${clinicId} and a.date = ${day} and a.status = 'upcoming') as appointments,
             (select count(*) from public.subscriptions s
               where s.clinic_id = ${clinicId} and s.status = any(${[...overdueStatuses]}::text[])) as failed_payments
    ), person as (
      select m.user_id, jsonb_strip_nulls(jsonb_build_object(
               'appointments', nullif(clinic.appointments, 0),
               'tasksDue', nullif((select count(*) from public.tasks t
                                    where t.clinic_id = m.clinic_id and t.assignee_id = m.user_id and t.done_at is null
                                      and t.due_on = ${day}::date), 0),
               'tasksOverdue', nullif((select count(*) from public.tasks t
                                        where t.clinic_id = m.clinic_id and t.assignee_id = m.user_id and t.done_at is null
                                          and t.due_on < ${day}::date), 0),
               'unread', nullif((select count(*) from public.user_notices n
                                  where n.clinic_id = m.clinic_id and n.user_id = m.user_id and n.channel = 'in_app'
                                    and n.read_at is null and n.kind <> 'daily_summary'), 0),
               'failedPayments', case when m.role = 'admin' then nullif(clinic.failed_payments, 0) end)) as figures
        from public.clinic_memberships m cross join clinic
       where m.clinic_id = ${clinicId} and m.role <> 'patient' and not m.is_billing_only and m.status = 'active'
         and m.ended_at is null and m.user_id is not null
    )
    select app.notify_person(${clinicId}::uuid, p.user_id, 'daily_summary', 'daily_summary', ${day}, null, null, p.figures,
                             ${now}::timestamptz) as notified
      from person p where p.figures <> '{}'`.execute(tx)
  return rows.filter(({ notified }) => notified).length
}
