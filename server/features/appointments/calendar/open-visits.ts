import { sql } from 'kysely'
import * as z from 'zod/mini'
import { dateIn } from '#domain/values/zones.ts'
import { action } from '#server/clinic/action.ts'
import { clinicZone } from '#server/clinic/clinic-zone.ts'

interface OpenVisits {
  count: number
  requested: number
}

/**
 * Returns the number of past visits without an outcome, and of requested visits that are not over. A visit that has
 * started today may take longer than planned and does not count.
 * @throws AppError `not_allowed`
 */
export const openVisits = action({
  name: 'open-visits',
  input: z.object({}),
  access: 'members:read',
  async run(tx, ctx): Promise<OpenVisits> {
    const now = ctx.now()
    const today = dateIn(now, await clinicZone(tx, ctx.clinicId))
    const { rows } = await sql<OpenVisits>`
      select count(*) filter (where a.ends_at < ${now} and (a.started_at is null or a.date < ${today}::date))::integer as count,
             count(*) filter (where a.ends_at >= ${now} and a.status = 'requested')::integer as requested
        from public.appointments a
       where a.clinic_id = ${ctx.clinicId} and a.status in ('requested', 'upcoming')`.execute(tx)
    return rows[0] ?? { count: 0, requested: 0 }
  },
})
