import { sql } from 'kysely'
import { placeOf, type Working, workOn } from '#domain/calendar/grid.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

const always = { validFrom: '0001-01-01', validUntil: null }

/** All hours of the week. */
export const anytime = [1, 2, 3, 4, 5, 6, 7].map((day) => ({
  day,
  opens: '00:00',
  closes: '24:00',
  ...always,
}))

/**
 * Hours and exceptions of each provider, with the clinic's closed days, from a date on.
 * @param only.active leaves out providers who take no appointments
 */
export async function workingHours(
  tx: Tx,
  clinicId: string,
  from: string,
  only: { active?: boolean; providerId?: string | null } = {},
): Promise<Map<string, Working>> {
  const { rows } = await sql<Working & { id: string }>`
    select p.id,
           coalesce((
             select jsonb_agg(jsonb_build_object('day', h.day, 'opens', h.opens, 'closes', h.closes,
                                                 'validFrom', h.valid_from, 'validUntil', h.valid_until))
               from public.provider_hours h
              where h.clinic_id = ${clinicId} and h.provider_id = p.id), '[]') as hours,
           coalesce((
             select jsonb_agg(jsonb_build_object('kind', e.kind, 'startsOn', e.starts_on, 'endsOn', e.ends_on,
                                                 'opens', e.opens, 'closes', e.closes))
               from public.schedule_exceptions e
              where e.clinic_id = ${clinicId} and (e.provider_id is null or e.provider_id = p.id)
                and e.ends_on >= ${from}::date), '[]') as exceptions
      from public.providers p
     where p.clinic_id = ${clinicId} and (p.is_active or not ${only.active ?? false})
       and (${only.providerId ?? null}::uuid is null or p.id = ${only.providerId ?? null}::uuid)`.execute(tx)
  return new Map(rows.map(({ id, hours, exceptions }) => [id, { hours, exceptions }]))
}

/** Whether a visit lies within the hours, on the clock of `zone`. */
export function worksAt(working: Working, visit: { startsAt: Date; minutes: number }, zone: string): boolean {
  const { date, from } = placeOf(visit.startsAt.toISOString(), visit.minutes, zone)
  return workOn(date, working).some((span) => span.from <= from && from + visit.minutes <= span.until)
}
