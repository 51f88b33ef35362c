import { sql } from 'kysely'
import { inOrder, type TimeRange } from '#domain/appointments/free-times.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import type { BusyEvent } from '#server/platform/outside-calendar/busy-events.ts'

/**
 * Replaces the busy times of a calendar, in the transaction that stores the read. Announces a change to the open pages
 * of the team.
 */
export async function storeBusyTimes(
  tx: Tx,
  { clinicId, id, providerId }: { clinicId: string; id: string; providerId: string },
  events: readonly BusyEvent[],
): Promise<void> {
  const times = await withoutOwnVisits(tx, { clinicId, providerId }, events)
  const { rows } = await sql<{ changed: boolean }>`
    with read as (
      select tstzrange(to_timestamp(t.from_ms / 1000), to_timestamp(t.until_ms / 1000)) as busy
        from unnest(${times.map(({ from }) => from)}::float8[], ${times.map(({ until }) => until)}::float8[]) t (from_ms, until_ms)
    ), gone as (
      delete from app.outside_busy_times b
       where b.clinic_id = ${clinicId} and b.calendar_id = ${id} and not exists (select 1 from read r where r.busy = b.busy)
      returning 1
    ), added as (
      insert into app.outside_busy_times (clinic_id, calendar_id, provider_id, busy)
      select ${clinicId}, ${id}, ${providerId}, r.busy from read r
      on conflict (clinic_id, calendar_id, busy) do nothing
      returning 1
    )
    select exists (select 1 from gone) or exists (select 1 from added) as changed`.execute(tx)
  if (rows[0]?.changed) await sql`select app.announce_to_team(${clinicId}::uuid, 'appointments')`.execute(tx)
}

/**
 * A provider's calendar may hold the invitations to Carefold's own visits, whose UID is the visit's id. Of times without
 * UIDs, those of the provider's visits are left out: the visits block them.
 * @returns in order, without overlaps
 */
async function withoutOwnVisits(
  tx: Tx,
  { clinicId, providerId }: { clinicId: string; providerId: string },
  events: readonly BusyEvent[],
): Promise<TimeRange[]> {
  const ids = events.flatMap(({ uid }) => (uid !== null && isVisitId.test(uid) ? uid : []))
  const nameless = inOrder(events.filter(({ uid }) => uid === null).flatMap(({ times }) => times))
  const [own, visits] = await Promise.all([
    ids.length === 0 ? [] : ownVisits(tx, clinicId, ids),
    nameless.length === 0 ? [] : visitTimes(tx, { clinicId, providerId }),
  ])
  const known = new Set(own)
  const named = events.filter(({ uid }) => uid !== null && !known.has(uid)).flatMap(({ times }) => times)
  return inOrder([...named, ...without(nameless, visits)])
}

const isVisitId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

async function ownVisits(tx: Tx, clinicId: string, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select a.id from public.appointments a where a.clinic_id = ${clinicId} and a.id = any (${ids}::uuid[])`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

async function visitTimes(
  tx: Tx,
  { clinicId, providerId }: { clinicId: string; providerId: string },
): Promise<TimeRange[]> {
  const { rows } = await sql<TimeRange>`
    select (extract(epoch from lower(b.visit)) * 1000)::float8 as from, (extract(epoch from upper(b.visit)) * 1000)::float8 as until
      from app.busy_times b
     where b.clinic_id = ${clinicId} and b.provider_id = ${providerId} and b.expires_at is null`.execute(tx)
  return inOrder(rows)
}

/** Both in order and without overlaps. */
function without(times: readonly TimeRange[], removed: readonly TimeRange[]): TimeRange[] {
  let next = 0
  return times.flatMap(({ from, until }) => {
    const rest: TimeRange[] = []
    let at = from
    while (next < removed.length && (removed[next]?.until ?? 0) <= at) next++
    for (let index = next; index < removed.length; index++) {
      const gap = removed[index]
      if (!gap || gap.from >= until) break
      if (gap.from > at) rest.push({ from: at, until: gap.from })
      at = Math.max(at, gap.until)
    }
    if (at < until) rest.push({ from: at, until })
    return rest
  })
}
