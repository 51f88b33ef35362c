import { sql } from 'kysely'
import type { TakerObstacle } from '#domain/handover/handover.ts'
import { dateIn } from '#domain/values/zones.ts'
import { clinicZone } from '#server/clinic/clinic-zone.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { workingHours, worksAt } from './working-hours.ts'

interface PlannedVisit {
  id: string
  type: string
  starts_at: Date
  duration_minutes: number
}

/**
 * The other active providers by name, each with the rule of why a visit cannot be handed over to them. As the caller, only
 * the times that are taken as the system.
 * @param visits of the provider; without any, no provider is read
 */
export async function readTakers(
  tx: Tx,
  about: { clinicId: string; providerId: string; now: Date },
  visits: readonly PlannedVisit[],
) {
  if (visits.length === 0) return []
  const { clinicId, providerId, now } = about
  const zone = await clinicZone(tx, clinicId)
  const [providers, working, taken] = await Promise.all([
    tx
      .selectFrom('providers')
      .select(['id', 'name', 'types'])
      .where('clinic_id', '=', clinicId)
      .where('is_active', '=', true)
      .where('id', '<>', providerId)
      .orderBy('name')
      .orderBy('id')
      .execute(),
    workingHours(tx, clinicId, dateIn(now, zone)),
    asSystem(tx, () => conflicts(tx, about)),
  ])
  return providers.map(({ id, name, types }) => ({
    id,
    name,
    obstacleTo(visit: PlannedVisit): TakerObstacle | null {
      const hours = working.get(id)
      const at = { startsAt: visit.starts_at, minutes: visit.duration_minutes }
      if (types.length > 0 && !types.includes(visit.type)) return 'kind'
      if (!hours || !worksAt(hours, at, zone)) return 'outside'
      return taken.get(`${visit.id} ${id}`) ?? null
    },
  }))
}

/** By "visit provider": whether the other provider has a visit then, or needs the time before or after one. */
async function conflicts(
  tx: Tx,
  { clinicId, providerId, now }: { clinicId: string; providerId: string; now: Date },
): Promise<Map<string, 'busy' | 'buffer'>> {
  const { rows } = await sql<{ pair: string; is_visit: boolean }>`
    select own.source_id || ' ' || other.provider_id as pair, bool_or(other.visit && own.visit) as is_visit
      from app.busy_times own
      join app.busy_times other on other.clinic_id = own.clinic_id and other.provider_id <> own.provider_id
       and other.busy && own.busy and (other.expires_at is null or other.expires_at > ${now})
     where own.clinic_id = ${clinicId} and own.provider_id = ${providerId} and own.expires_at is null
       and upper(own.busy) > ${now}
     group by 1`.execute(tx)
  return new Map(rows.map(({ pair, is_visit: isVisit }) => [pair, isVisit ? 'busy' : 'buffer']))
}
