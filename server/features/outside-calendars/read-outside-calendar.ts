import { sql } from 'kysely'
import { inOrder } from '#domain/appointments/free-times.ts'
import { dayMs, minuteMs } from '#domain/values/durations.ts'
import { dateIn } from '#domain/values/zones.ts'
import type { Services } from '#server/clinic/action.ts'
import { clinicZone } from '#server/clinic/clinic-zone.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { CalendarUnread, type ReadCalendar } from '#server/platform/outside-calendar/read-address.ts'
import type { BusyEvent } from './busy-times.ts'
import { expandCalendar } from './expand-calendar.ts'
import { freshMs } from './stale-calendars.ts'

export type ReadingServices = Pick<Services, 'transactions' | 'clock' | 'outsideCalendars'>

interface CalendarId {
  clinicId: string
  id: string
}

/** As long as any kind of visit can be booked ahead. */
const daysAhead = 731
const longestPauseMs = 6 * 60 * minuteMs

/** The next attempt after failures: 5 minutes, then twice as long each time, at most 6 hours. */
export function pauseMs(failures: number): number {
  return Math.min(longestPauseMs, 5 * minuteMs * 2 ** Math.max(0, failures - 1))
}

/**
 * Reads a calendar and stores its busy times, outside of transactions while the host answers. A failed read leaves the
 * stored times. The claim by `tried_at` lets one of several servers read.
 * @returns false if another read was due less than `freshMs` ago, or the calendar is gone
 */
export async function readOutsideCalendar(
  services: ReadingServices,
  { clinicId, id }: CalendarId,
): Promise<boolean> {
  const { transactions, clock, outsideCalendars } = services
  const now = clock.now()
  const due = await transactions.withSystem('outside-calendars', async (tx) => {
    const row = await tx
      .updateTable('app.outside_calendars')
      .set({ tried_at: now })
      .where('clinic_id', '=', clinicId)
      .where('id', '=', id)
      .where('tried_at', '<=', new Date(now.getTime() - freshMs))
      .returning(['address', 'etag', 'modified', 'expanded_on'])
      .executeTakeFirst()
    return row && { ...row, zone: await clinicZone(tx, clinicId) }
  })
  if (!due) return false
  const today = dateIn(now, due.zone)
  // repeated events reach one day further each day
  const validators =
    due.expanded_on === today ? { etag: due.etag, modified: due.modified } : { etag: null, modified: null }
  try {
    const address = openAddress(outsideCalendars, { id, address: due.address })
    // sealed with a key that is gone: the provider has to paste it again
    if (!address) throw new CalendarUnread('gone')
    const answer = await outsideCalendars.read(new URL(address), validators)
    const events = answer === 'unchanged' ? null : await expand(answer, due.zone, now)
    await transactions.withSystem('outside-calendars', (tx) =>
      store(tx, { clinicId, id }, { answer, events, today, now }),
    )
  } catch (error) {
    if (!(error instanceof CalendarUnread)) throw error
    await transactions.withSystem('outside-calendars', (tx) =>
      tx
        .updateTable('app.outside_calendars')
        .set(({ eb }) => ({ failure: error.reason, failures: eb('failures', '+', 1) }))
        .where('clinic_id', '=', clinicId)
        .where('id', '=', id)
        .execute(),
    )
  }
  return true
}

/** @returns null if the key that encrypted it is gone */
export function openAddress(
  { secrets }: Pick<Services['outsideCalendars'], 'secrets'>,
  { id, address }: { id: string; address: Uint8Array },
): string | null {
  try {
    return secrets.open(address, id)
  } catch {
    return null
  }
}

/** @throws CalendarUnread */
export function expand({ text }: ReadCalendar, zone: string, now: Date): Promise<BusyEvent[]> {
  const from = now.getTime() - dayMs
  return expandCalendar(text, { zone, from, until: from + (daysAhead + 1) * dayMs })
}

async function store(
  tx: Tx,
  { clinicId, id }: CalendarId,
  read: { answer: ReadCalendar | 'unchanged'; events: BusyEvent[] | null; today: string; now: Date },
): Promise<void> {
  const { answer, events, today, now } = read
  const calendar = await tx
    .updateTable('app.outside_calendars')
    .set({
      ...{ read_at: now, failure: null, failures: 0 },
      ...(answer !== 'unchanged' && { etag: answer.etag, modified: answer.modified, expanded_on: today }),
    })
    .where('clinic_id', '=', clinicId)
    .where('id', '=', id)
    .returning('provider_id')
    .executeTakeFirst()
  // removed meanwhile
  if (calendar && events) await storeBusyTimes(tx, { clinicId, id, providerId: calendar.provider_id }, events)
}

/**
 * Replaces the busy times of a calendar, in the transaction that stores the read. Announces a change to the open pages
 * of the team.
 */
export async function storeBusyTimes(
  tx: Tx,
  { clinicId, id, providerId }: CalendarId & { providerId: string },
  events: readonly BusyEvent[],
): Promise<void> {
  const times = inOrder((await withoutOwnVisits(tx, clinicId, events)).flatMap((event) => event.times))
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

/** A provider's calendar may hold the invitations to Carefold's own visits, whose UID is the visit's id. */
async function withoutOwnVisits(
  tx: Tx,
  clinicId: string,
  events: readonly BusyEvent[],
): Promise<BusyEvent[]> {
  const ids = events
    .map(({ uid }) => uid)
    .filter((uid) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(uid))
  if (ids.length === 0) return [...events]
  const { rows } = await sql<{ id: string }>`
    select a.id from public.appointments a where a.clinic_id = ${clinicId} and a.id = any (${ids}::uuid[])`.execute(
    tx,
  )
  const own = new Set(rows.map(({ id }) => id))
  return events.filter(({ uid }) => !own.has(uid))
}
