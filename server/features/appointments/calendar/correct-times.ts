import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import type { Services } from '#server/clinic/action.ts'
import { clinicByClinic } from '#server/platform/jobs/clinic-by-clinic.ts'
import { defineJob, type JobResult } from '#server/platform/jobs/jobs.ts'
import { unlessTaken } from '../booking/time-taken.ts'

/**
 * Removes expired holds and links of visits that have begun. Moves planned visits whose wall time changed because their
 * zone’s rules did: the wall time was agreed on (docs/domain-rules.md rule 24). A time that the new rule skips, or that
 * is taken, stays and is logged.
 */
export function correctTimes({ transactions, clock, log }: Pick<Services, 'transactions' | 'clock' | 'log'>) {
  return defineJob({
    name: 'appointments.keep-times',
    cron: '23 * * * *',
    async run(): Promise<JobResult> {
      const now = clock.now()
      const purpose = 'job:appointments.keep-times'
      const holds = await clinicByClinic(
        { transactions, purpose },
        (tx) =>
          tx
            .selectFrom('app.appointment_holds')
            .select('clinic_id')
            .distinct()
            .where('expires_at', '<=', now)
            .execute(),
        async (tx, clinicId) => {
          const { numDeletedRows } = await tx
            .deleteFrom('app.appointment_holds')
            .where('clinic_id', '=', clinicId)
            .where('expires_at', '<=', now)
            .executeTakeFirst()
          return numDeletedRows
        },
      )
      await clinicByClinic(
        { transactions, purpose },
        (tx) =>
          tx
            .selectFrom('app.visit_links')
            .select('clinic_id')
            .distinct()
            .where('starts_at', '<=', now)
            .execute(),
        async (tx, clinicId) => {
          const { numDeletedRows } = await tx
            .deleteFrom('app.visit_links')
            .where('clinic_id', '=', clinicId)
            .where('starts_at', '<=', now)
            .executeTakeFirst()
          return numDeletedRows
        },
      )
      const left = await transactions.withSystem(purpose, async (tx) => {
        // moves to later instants start with the last visit, so that neighbors do not overlap
        const { rows } = await sql<{ clinic_id: string; id: string; starts_at: Date }>`
          select v.clinic_id, v.id, v.starts_at
            from (select a.clinic_id, a.id, a.starts_at as was, (a.date + a.time::time) at time zone a.time_zone as starts_at
                    from public.appointments a join public.clinics c on c.id = a.clinic_id and c.time_zone = a.time_zone
                   where a.status in ('requested', 'upcoming') and a.starts_at > ${now}
                     and a.starts_at at time zone a.time_zone <> a.date + a.time::time
                     and ((a.date + a.time::time) at time zone a.time_zone) at time zone a.time_zone = a.date + a.time::time) v
           order by case when v.starts_at > v.was then -extract(epoch from v.was) else extract(epoch from v.was) end
           limit 1000`.execute(tx)
        return rows
      })
      let moved = 0
      for (const { clinic_id: clinicId, id, starts_at: startsAt } of left) {
        try {
          await transactions.withSystem(purpose, (tx) =>
            unlessTaken(() =>
              tx
                .updateTable('appointments')
                .set({ starts_at: startsAt, updated_at: now })
                .where('clinic_id', '=', clinicId)
                .where('id', '=', id)
                .execute(),
            ),
          )
          moved++
        } catch (error) {
          if (!(error instanceof AppError)) throw error
          log.warn('appointments.time_left_behind', { appointmentId: id, code: error.code })
        }
      }
      return { holds, moved, left: left.length - moved }
    },
  })
}
