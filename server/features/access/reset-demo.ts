import { sql } from 'kysely'
import { demoSubdomain } from '#domain/access/demo.ts'
import { addDays, dateIn } from '#domain/values/zones.ts'
import type { Services } from '#server/clinic/action.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { defineJob, type JobResult } from '#server/platform/jobs/jobs.ts'

export const resetDemoJob = 'access.reset-demo'
const setting = 'demo_reset'

/** As many days as the seed fills (db/seed/demo-appointments.ts). */
const daysAhead = 9
/** A day without visits copies the same weekday of an earlier week, at most this many weeks back. */
const weeksBack = 6

/** The demo clinic's profile as the first reset found it. */
interface DemoState {
  /** UTC date of the last reset, YYYY-MM-DD. */
  on: string
  profile: Record<(typeof profileColumns)[number], unknown>
}

const profileColumns = [
  ...(['name', 'time_zone', 'color', 'tagline', 'website', 'about', 'phone', 'opening_hours'] as const),
] as const

/**
 * Resets the demo clinic once a day at 03:41 UTC (docs/decisions/0103): ends visitors' sessions, restores the profile,
 * completes past visits and books new ones. Visitors cannot write (docs/decisions/0086); the profile changes only
 * through the demo's own accounts.
 */
export function resetDemo(services: Pick<Services, 'transactions' | 'clock' | 'config'>) {
  const { transactions, clock, config } = services
  return defineJob({
    name: resetDemoJob,
    cron: '41 3 * * *',
    async run(): Promise<JobResult> {
      if (!config.demo) return { demo: false }
      return transactions.withSystem(`job:${resetDemoJob}`, async (tx): Promise<JobResult> => {
        const clinic = await tx
          .selectFrom('clinics')
          .select(['id', ...profileColumns])
          .where('subdomain', '=', demoSubdomain)
          .forUpdate()
          .executeTakeFirst()
        if (!clinic) return { demo: false }
        const { id, ...profile } = clinic
        const { rows } = await sql<{ today: string }>`
          select to_char(now() at time zone 'UTC', 'YYYY-MM-DD') as today`.execute(tx)
        const today = rows[0]?.today ?? ''
        const state = await stateOf(tx)
        if (state?.on === today) return { demo: true, reset: false }
        await storeDemoState(tx, { on: today, profile: state?.profile ?? profile })
        if (state) await restoreProfile(tx, id, state.profile)
        const { numDeletedRows } = await tx
          .deleteFrom('auth.sessions')
          .where('is_demo', '=', true)
          .executeTakeFirst()
        const added = await fillCalendar(tx, id, dateIn(clock.now(), profile.time_zone))
        return { demo: true, reset: true, sessions: Number(numDeletedRows), visits: added }
      })
    },
  })
}

async function stateOf(tx: Tx): Promise<DemoState | undefined> {
  const row = await tx
    .selectFrom('app.settings')
    .select('value')
    .where('name', '=', setting)
    .executeTakeFirst()
  return row?.value as DemoState | undefined
}

async function storeDemoState(tx: Tx, state: DemoState): Promise<void> {
  const value = JSON.stringify(state)
  await tx
    .insertInto('app.settings')
    .values({ name: setting, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

async function restoreProfile(tx: Tx, clinicId: string, profile: DemoState['profile']): Promise<void> {
  const { opening_hours, ...rest } = profile
  await tx
    .updateTable('clinics')
    .set({ ...(rest as object), opening_hours: JSON.stringify(opening_hours) })
    .where('id', '=', clinicId)
    .execute()
  await sql`select app.follow_time_zone(${clinicId}::uuid)`.execute(tx)
}

async function fillCalendar(tx: Tx, clinicId: string, today: string): Promise<number> {
  await sql`update public.appointments set status = 'completed', finished_at = ends_at, updated_at = app.now()
             where clinic_id = ${clinicId} and status in ('requested', 'upcoming') and ends_at < app.now()`.execute(
    tx,
  )
  let added = 0
  for (let ahead = 1; ahead <= daysAhead; ahead++) {
    const date = addDays(today, ahead)
    // only empty days are filled, so no added visit overlaps another
    const { numAffectedRows } = await sql`
      insert into public.appointments (clinic_id, patient_id, type, date, time, duration_minutes, notes, status, provider_id, room_id)
      select a.clinic_id, a.patient_id, a.type, ${date}::date, a.time, a.duration_minutes, a.notes, 'upcoming', a.provider_id, a.room_id
        from public.appointments a
        join public.providers p on p.clinic_id = a.clinic_id and p.id = a.provider_id and p.is_active
        left join public.rooms r on r.clinic_id = a.clinic_id and r.id = a.room_id
       where a.clinic_id = ${clinicId} and a.status in ('completed', 'no_show') and (a.room_id is null or r.is_active)
         and a.date = (select max(b.date) from public.appointments b
                        where b.clinic_id = ${clinicId} and b.status in ('completed', 'no_show')
                          and b.date < ${date}::date and b.date >= ${date}::date - ${weeksBack * 7}::integer
                          and extract(isodow from b.date) = extract(isodow from ${date}::date))
         and not exists (select from public.appointments c where c.clinic_id = ${clinicId} and c.date = ${date}::date)`.execute(
      tx,
    )
    added += Number(numAffectedRows ?? 0)
  }
  return added
}
