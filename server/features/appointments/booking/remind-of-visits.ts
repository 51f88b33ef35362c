import { sql } from 'kysely'
import { hourMs } from '#domain/values/durations.ts'
import type { Services } from '#server/clinic/action.ts'
import { defineJob, type JobResult } from '#server/platform/jobs/jobs.ts'

const reminders = [
  { hours: 24, untilHours: 2 },
  { hours: 2, untilHours: 0 },
] as const

/**
 * Reminds patients a day and two hours before a visit, by their preferences and in permitted hours
 * (`services.notices.notifyPatient`). The key contains the visit, its time and the reminder: a repeated run sends
 * nothing twice, and a moved visit gets new reminders. Skips patients who booked within the reminder's time.
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
        const now = clock.now()
        let due = 0
        for (const { hours, untilHours } of reminders) {
          const from = new Date(now.getTime() + untilHours * hourMs)
          const until = new Date(now.getTime() + hours * hourMs)
          const { rows } = await sql<{
            id: string
            clinic_id: string
            patient_id: string
            starts_at: Date
            key: string
          }>`
            select v.id, v.clinic_id, v.patient_id, v.starts_at, v.key
              from (select a.id, a.clinic_id, a.patient_id, a.starts_at,
                           'visit:' || a.id || ':' || extract(epoch from a.starts_at)::bigint || ':' || ${String(hours)} as key,
                           (select max(c.changed_at) from public.appointment_changes c
                             where c.clinic_id = a.clinic_id and c.appointment_id = a.id
                               and c.kind in ('booked', 'requested', 'moved')) as settled_at
                      from public.appointments a
                     where a.status = 'upcoming' and a.starts_at > ${from} and a.starts_at <= ${until}) v
             where v.settled_at < v.starts_at - ${hours} * interval '1 hour'
               and not exists (select from app.notices n where n.key = 'patient_reminder:' || v.key)
             order by v.starts_at limit 500`.execute(tx)
          for (const { id, clinic_id: clinicId, patient_id: patientId, starts_at: startsAt, key } of rows)
            await notices.notifyPatient(tx, {
              clinicId,
              patientId,
              about: 'reminder',
              key,
              visit: { id, startsAt },
            })
          due += rows.length
        }
        return { due }
      }),
  })
}
