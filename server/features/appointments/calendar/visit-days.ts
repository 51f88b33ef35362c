import { sql } from 'kysely'
import { type VisitDays, visitDaysInput } from '#domain/appointments/appointments.ts'
import { addDays } from '#domain/values/zones.ts'
import { action } from '#server/clinic/action.ts'
import { asSystem } from '#server/platform/database/transactions.ts'

/**
 * Returns the number of visits and of events that block time, by day, for the Monthly Overview (docs/specification.md
 * B2.9). Weekly hours do not count as events. It returns numbers only, so it works before a new admin's second step.
 * @throws AppError `not_allowed`
 */
export const visitDays = action({
  name: 'visit-days',
  input: visitDaysInput,
  access: 'clinic:read',
  system: 'visits are counted before the second step',
  run: (tx, ctx, { from, days }): Promise<VisitDays> =>
    asSystem(tx, async () => {
      const last = addDays(from, days - 1)
      const { rows } = await sql<VisitDays['days'][number]>`
        select to_char(day, 'YYYY-MM-DD') as date, sum(visits)::integer as visits, sum(events)::integer as events
          from (select a.date as day, 1 as visits, 0 as events from public.appointments a
                 where a.clinic_id = ${ctx.clinicId} and a.date between ${from}::date and ${last}::date
                   and a.status <> 'canceled'
                union all
                select generate_series(greatest(e.starts_on, ${from}::date), least(e.ends_on, ${last}::date), '1 day')::date, 0, 1
                  from public.schedule_exceptions e
                 where e.clinic_id = ${ctx.clinicId} and e.ends_on >= ${from}::date and e.starts_on <= ${last}::date) found
         group by day order by day`.execute(tx)
      return { days: rows }
    }),
})
