import { sql } from 'kysely'
import type { Services } from '#server/clinic/action.ts'
import type { Transactions } from '#server/platform/database/transactions.ts'
import { clinicByClinic } from '#server/platform/jobs/clinic-by-clinic.ts'
import { defineJob, type JobResult } from '#server/platform/jobs/jobs.ts'
import { pauseMs, readOutsideCalendar } from './read-outside-calendar.ts'

const mostPerRun = 2_000
const atOnce = 8
const purpose = 'job:outside-calendars.read'

/** Reads every calendar of an active provider; one whose host fails waits longer. Calendars of former members end. */
export function readOutsideCalendars(
  services: Pick<Services, 'transactions' | 'clock' | 'outsideCalendars'>,
) {
  return defineJob({
    name: 'outside-calendars.read',
    cron: '*/5 * * * *',
    async run(): Promise<JobResult> {
      const { transactions, clock } = services
      const now = clock.now()
      const ended = await endOfFormerMembers(transactions)
      const due = await transactions.withSystem(purpose, async (tx) => {
        const { rows } = await sql<{ clinic_id: string; id: string; failures: number; tried_at: Date }>`
          select c.clinic_id, c.id, c.failures, c.tried_at
            from app.outside_calendars c
            join public.providers p on p.clinic_id = c.clinic_id and p.id = c.provider_id and p.is_active
           order by c.tried_at limit ${mostPerRun}`.execute(tx)
        return rows
      })
      const waiting = due.filter(
        ({ failures, tried_at }) => failures <= 1 || tried_at.getTime() + pauseMs(failures) <= now.getTime(),
      )
      let read = 0
      const next = waiting.values()
      await Promise.all(
        Array.from({ length: atOnce }, async () => {
          for (const { clinic_id: clinicId, id } of next)
            if (await readOutsideCalendar(services, { clinicId, id })) read++
        }),
      )
      return { read, ended }
    },
  })
}

function endOfFormerMembers(transactions: Transactions): Promise<number> {
  return clinicByClinic(
    { transactions, purpose },
    (tx) =>
      tx
        .selectFrom('app.outside_calendars as c')
        .innerJoin('providers as p', (join) =>
          join.onRef('p.clinic_id', '=', 'c.clinic_id').onRef('p.id', '=', 'c.provider_id'),
        )
        .select('c.clinic_id')
        .distinct()
        .where('p.is_on_team', '=', false)
        .execute(),
    async (tx, clinicId) => {
      const { numDeletedRows } = await tx
        .deleteFrom('app.outside_calendars as c')
        .using('providers as p')
        .where('c.clinic_id', '=', clinicId)
        .where('p.clinic_id', '=', clinicId)
        .whereRef('p.id', '=', 'c.provider_id')
        .where('p.is_on_team', '=', false)
        .executeTakeFirst()
      return numDeletedRows
    },
  )
}
