import { sql } from 'kysely'
import { firstHour, quietFromHour } from '#domain/text-messages/quiet-hours.ts'
import { hourMs } from '#domain/values/durations.ts'
import type { Services } from '#server/clinic/action.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { defineJob, type JobResult } from '#server/platform/jobs/jobs.ts'

const reminders = [
  { hours: 24, untilHours: 2 },
  { hours: 2, untilHours: 0 },
] as const

/** A reminder that the night would delay to less than this before the visit is sent on the evening before. */
const shortestMinutes = 30
const eveningHour = quietFromHour - 1

/**
 * Reminds patients a day and two hours before a visit, by their preferences and in permitted hours of the clinic's zone:
 * a reminder of the night is sent in the morning, or on the evening before if the visit begins by then. The key contains
 * the visit, its time and the reminder: a repeated run sends nothing twice, and a moved visit gets new reminders. Skips
 * patients who booked within the reminder's time.
 */
export function remindOfVisits({
  transactions,
  clock,
  notices,
}: Pick<Services, 'transactions' | 'clock' | 'notices'>) {
  return defineJob({
    name: 'appointments.remind',
    cron: '*/5 * * * *',
    run: (): Promise<JobResult> =>
      transactions.withSystem('job:appointments.remind', async (tx) => {
        let due = 0
        for (const reminder of reminders) {
          const visits = await dueVisits(tx, reminder, clock.now())
          for (const { id, clinicId, patientId, startsAt, key } of visits)
            await notices.notifyPatient(tx, {
              clinicId,
              patientId,
              about: 'reminder',
              key,
              visit: { id, startsAt },
            })
          due += visits.length
        }
        return { due }
      }),
  })
}

interface DueVisit {
  id: string
  clinicId: string
  patientId: string
  startsAt: Date
  key: string
}

async function dueVisits(
  tx: Tx,
  { hours, untilHours }: (typeof reminders)[number],
  now: Date,
): Promise<DueVisit[]> {
  const from = new Date(now.getTime() + untilHours * hourMs)
  // the evening before is at most a night earlier
  const until = new Date(now.getTime() + (hours + 24 - quietFromHour + firstHour + 1) * hourMs)
  const { rows } = await sql<DueVisit>`
    select v.id, v.clinic_id as "clinicId", v.patient_id as "patientId", v.starts_at as "startsAt", v.key
      from (select a.id, a.clinic_id, a.patient_id, a.starts_at, r.at,
                   'visit:' || a.id || ':' || extract(epoch from a.starts_at)::bigint || ':' || ${String(hours)} as key,
                   case when extract(hour from r.local) between ${firstHour} and ${quietFromHour - 1} then r.at
                        when n.morning <= a.starts_at - ${shortestMinutes} * interval '1 minute' then n.morning
                        else n.evening end as due_at,
                   (select max(c.changed_at) from public.appointment_changes c
                     where c.clinic_id = a.clinic_id and c.appointment_id = a.id
                       and c.kind in ('booked', 'requested', 'moved')) as settled_at
              from public.appointments a join public.clinics c on c.id = a.clinic_id
             cross join lateral (select a.starts_at - ${hours} * interval '1 hour' as at,
                                        (a.starts_at - ${hours} * interval '1 hour') at time zone c.time_zone as local) r
             -- the evening of the night that contains the local time
             cross join lateral (select date_trunc('day', r.local - ${quietFromHour} * interval '1 hour') as day) e
             cross join lateral (select (e.day + interval '1 day' + ${firstHour} * interval '1 hour') at time zone c.time_zone as morning,
                                        (e.day + ${eveningHour} * interval '1 hour') at time zone c.time_zone as evening) n
             where a.status = 'upcoming' and a.starts_at > ${from} and a.starts_at <= ${until}
               and extract(hour from ${now}::timestamptz at time zone c.time_zone) between ${firstHour} and ${quietFromHour - 1}) v
     where v.due_at <= ${now} and v.settled_at < least(v.at, v.due_at)
       and not exists (select from app.notices n where n.clinic_id = v.clinic_id and n.key = 'patient_reminder:' || v.key)
     order by v.starts_at limit 500`.execute(tx)
  return rows
}
