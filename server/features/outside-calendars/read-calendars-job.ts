import { sql } from 'kysely'
import type { Services } from '#server/clinic/action.ts'
import { clinicByClinic } from '#server/platform/jobs/clinic-by-clinic.ts'
import { defineJob, type JobResult } from '#server/platform/jobs/jobs.ts'
import { pauseMs, type ReadingServices, readOutsideCalendar } from './read-outside-calendar.ts'
import { revokeLater } from './revoke-consent.ts'
import { mayBeRead } from './stale-calendars.ts'

const mostPerRun = 2_000
const atOnce = 8
const purpose = 'job:outside-calendars.read'

/** Reads every calendar of an active provider; one whose host fails waits longer. Calendars of former members end. */
export function readOutsideCalendars(services: ReadingServices & Pick<Services, 'jobs'>) {
  return defineJob({
    name: 'outside-calendars.read',
    cron: '*/5 * * * *',
    async run(): Promise<JobResult> {
      const { transactions, clock } = services
      const now = clock.now()
      const ended = await endOfFormerMembers(services)
      await endUnusedRequests(services, now)
      const due = await transactions.withSystem(purpose, async (tx) => {
        const { rows } = await sql<{ clinic_id: string; id: string; failures: number; tried_at: Date }>`
          select c.clinic_id, c.id, c.failures, c.tried_at
            from app.outside_calendars c
            join public.providers p on p.clinic_id = c.clinic_id and p.id = c.provider_id and p.is_active
           where ${mayBeRead(now)}
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

function endOfFormerMembers({
  transactions,
  jobs,
}: Pick<Services, 'transactions' | 'jobs'>): Promise<number> {
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
      const deleted = await tx
        .deleteFrom('app.outside_calendars as c')
        .using('providers as p')
        .where('c.clinic_id', '=', clinicId)
        .where('p.clinic_id', '=', clinicId)
        .whereRef('p.id', '=', 'c.provider_id')
        .where('p.is_on_team', '=', false)
        .returning(['c.id', 'c.source', 'c.secret'])
        .execute()
      for (const calendar of deleted) await revokeLater(tx, { jobs }, calendar)
      return deleted.length
    },
  )
}

function endUnusedRequests({ transactions }: Pick<Services, 'transactions'>, now: Date): Promise<number> {
  return clinicByClinic(
    { transactions, purpose },
    (tx) =>
      tx
        .selectFrom('app.outside_calendar_requests')
        .select('clinic_id')
        .distinct()
        .where('expires_at', '<=', now)
        .execute(),
    async (tx, clinicId) => {
      const { numDeletedRows } = await tx
        .deleteFrom('app.outside_calendar_requests')
        .where('clinic_id', '=', clinicId)
        .where('expires_at', '<=', now)
        .executeTakeFirst()
      return numDeletedRows
    },
  )
}
