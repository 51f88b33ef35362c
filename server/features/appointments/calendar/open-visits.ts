import { sql } from 'kysely'
import * as z from 'zod/mini'
import { mostHandoverDays } from '#domain/handover/handover-days.ts'
import { addDays, dateIn, daysBetween } from '#domain/values/zones.ts'
import { action, type ClinicCtx } from '#server/clinic/action.ts'
import { clinicZone } from '#server/clinic/clinic-zone.ts'
import { mayUseHealthData } from '#server/clinic/health-data.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { countOpenCalls } from '../calls/visit-calls.ts'
import { anytime, workingHours, worksAt } from './working-hours.ts'

interface OpenVisits {
  count: number
  requested: number
  /** Patients to call; null before the second step, which the list asks for. */
  calls: number | null
  outside: OutsideVisits[]
}

/** Visits of a provider that do not fit the hours any more. */
interface OutsideVisits {
  providerId: string
  providerName: string
  count: number
  /** The first day, and the days until the last. */
  from: string
  days: number
}

/**
 * Returns the number of past visits without an outcome, of requested visits that are not over, and of visits of the next
 * two weeks on a day off, or outside hours that were changed after the visit. A visit that has started today may take
 * longer than planned and does not count. With the number of calls to make (`visit-calls`), which names no patient.
 * @throws AppError `not_allowed`
 */
export const openVisits = action({
  name: 'open-visits',
  input: z.object({}),
  access: 'members:read',
  async run(tx, ctx): Promise<OpenVisits> {
    const now = ctx.now()
    const zone = await clinicZone(tx, ctx.clinicId)
    const today = dateIn(now, zone)
    const [{ rows }, outside] = await Promise.all([
      sql<{ count: number; requested: number }>`
        select count(*) filter (where a.ends_at < ${now} and (a.started_at is null or a.date < ${today}::date))::integer as count,
               count(*) filter (where a.ends_at >= ${now} and a.status = 'requested')::integer as requested
          from public.appointments a
         where a.clinic_id = ${ctx.clinicId} and a.status in ('requested', 'upcoming')`.execute(tx),
      outsideVisits(tx, ctx, { zone, today }),
    ])
    const calls = (await mayUseHealthData(tx)) ? await countOpenCalls(tx, ctx, today) : null
    return { count: 0, requested: 0, ...rows[0], calls, outside }
  },
})

async function outsideVisits(
  tx: Tx,
  { clinicId, now }: ClinicCtx,
  { zone, today }: { zone: string; today: string },
): Promise<OutsideVisits[]> {
  const [visits, working] = await Promise.all([
    tx
      .selectFrom('appointments as a')
      .innerJoin('providers as v', (join) =>
        join.onRef('v.clinic_id', '=', 'a.clinic_id').onRef('v.id', '=', 'a.provider_id'),
      )
      .select(['v.id', 'v.name', 'v.updated_at as hours_at', 'a.updated_at', 'a.starts_at', 'a.date'])
      .select('a.duration_minutes')
      .where('a.clinic_id', '=', clinicId)
      .where('a.status', 'in', ['requested', 'upcoming'])
      .where('a.arrived_at', 'is', null)
      .where('a.starts_at', '>', now())
      .where('a.date', '<', addDays(today, mostHandoverDays))
      .orderBy('a.starts_at')
      .execute(),
    workingHours(tx, clinicId, today),
  ])
  const found = new Map<string, OutsideVisits>()
  for (const visit of visits) {
    const hours = working.get(visit.id)
    const at = { startsAt: visit.starts_at, minutes: visit.duration_minutes }
    if (!hours || worksAt(hours, at, zone)) continue
    const isDayOff = !worksAt({ ...hours, hours: anytime }, at, zone)
    // the desk may book outside the hours: only hours that were changed later make it work
    if (!isDayOff && visit.updated_at >= visit.hours_at) continue
    const { date, id: providerId, name: providerName } = visit
    const { count, from } = found.get(providerId) ?? { count: 0, from: date }
    found.set(providerId, {
      ...{ providerId, providerName, from },
      count: count + 1,
      days: daysBetween(from, date) + 1,
    })
  }
  return [...found.values()]
}
