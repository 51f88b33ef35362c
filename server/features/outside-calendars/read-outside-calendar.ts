import type { CalendarService } from '#domain/outside-calendars/outside-calendars.ts'
import { dayMs, minuteMs } from '#domain/values/durations.ts'
import { dateIn } from '#domain/values/zones.ts'
import type { Services } from '#server/clinic/action.ts'
import { clinicZone } from '#server/clinic/clinic-zone.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import type { BusyEvent, Window } from '#server/platform/outside-calendar/busy-events.ts'
import { CalendarUnread, type ReadCalendar } from '#server/platform/outside-calendar/read-address.ts'
import { expandCalendar } from './expand-calendar.ts'
import { mayBeRead } from './stale-calendars.ts'
import { storeBusyTimes } from './store-busy-times.ts'

export type ReadingServices = Pick<Services, 'transactions' | 'clock' | 'outsideCalendars' | 'notices'>

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
 * stored times. The claim by `tried_at` lets one of several servers read, and only the latest attempt write.
 * @returns false if another read was due less than `freshMs` ago, a service waits, or the calendar is gone
 */
export async function readOutsideCalendar(
  services: ReadingServices,
  { clinicId, id }: CalendarId,
): Promise<boolean> {
  const { transactions, clock } = services
  const now = clock.now()
  const due = await transactions.withSystem(purpose, async (tx) => {
    const row = await tx
      .updateTable('app.outside_calendars')
      .set({ tried_at: now })
      .where('clinic_id', '=', clinicId)
      .where('id', '=', id)
      .where(mayBeRead(now))
      .returning(['source', 'secret', 'etag', 'modified', 'expanded_on'])
      .executeTakeFirst()
    return row && { ...row, zone: await clinicZone(tx, clinicId) }
  })
  if (!due) return false
  const attempt = { clinicId, id, now, today: dateIn(now, due.zone) }
  try {
    const read =
      due.source === 'address'
        ? await readAddress(services, attempt, due)
        : await readService(services, attempt, { ...due, service: due.source as CalendarService })
    await transactions.withSystem(purpose, (tx) => store(tx, attempt, read))
  } catch (error) {
    if (!(error instanceof CalendarUnread)) throw error
    await transactions.withSystem(purpose, (tx) => storeFailure(tx, services, attempt, error))
  }
  return true
}

const purpose = 'outside-calendars'

interface Attempt extends CalendarId {
  now: Date
  /** In the clinic's zone. */
  today: string
}

interface Read {
  /** Null: unchanged. */
  events: BusyEvent[] | null
  validators: Pick<ReadCalendar, 'etag' | 'modified'> | null
}

async function readAddress(
  { outsideCalendars }: ReadingServices,
  { id, now, today }: Attempt,
  due: {
    secret: Uint8Array
    zone: string
    etag: string | null
    modified: string | null
    expanded_on: string
  },
): Promise<Read> {
  const { secret, zone, etag, modified } = due
  // repeated events reach one day further each day
  const validators = due.expanded_on === today ? { etag, modified } : { etag: null, modified: null }
  const address = openSecret(outsideCalendars, { id, secret })
  // sealed with a key that is gone: the provider has to paste it again
  if (!address) throw new CalendarUnread('gone')
  const answer = await outsideCalendars.read(new URL(address), validators)
  if (answer === 'unchanged') return { events: null, validators: null }
  return { events: await expand(answer, zone, now), validators: answer }
}

async function readService(
  { outsideCalendars, transactions }: ReadingServices,
  { clinicId, id, now }: Attempt,
  { service, secret, zone }: { service: CalendarService; secret: Uint8Array; zone: string },
): Promise<Read> {
  const connection = outsideCalendars.services[service]
  // the operator has removed the settings
  if (!connection) throw new CalendarUnread('refused')
  const refreshToken = openSecret(outsideCalendars, { id, secret })
  if (!refreshToken) throw new CalendarUnread('revoked')
  const events = await connection.busyTimes(refreshToken, windowOf(zone, now), async (next) => {
    await transactions.withSystem(purpose, (tx) =>
      tx
        .updateTable('app.outside_calendars')
        .set({ secret: outsideCalendars.secrets.seal(next, id) })
        .where('clinic_id', '=', clinicId)
        .where('id', '=', id)
        .where('tried_at', '=', now)
        .execute(),
    )
  })
  return { events, validators: { etag: null, modified: null } }
}

/** The provider is notified once that the consent has ended: the calendar is not read until connected again. */
async function storeFailure(
  tx: Tx,
  { notices }: Pick<ReadingServices, 'notices'>,
  { clinicId, id, now }: Attempt,
  { reason, retryAfterMs }: CalendarUnread,
): Promise<void> {
  const calendar = await tx
    .updateTable('app.outside_calendars')
    .set(({ eb }) => ({
      failure: reason,
      failures: eb('failures', '+', 1),
      retry_at: retryAfterMs === null ? null : new Date(now.getTime() + retryAfterMs),
    }))
    .where('clinic_id', '=', clinicId)
    .where('id', '=', id)
    .where('tried_at', '=', now)
    .returning('provider_id')
    .executeTakeFirst()
  if (!calendar || reason !== 'revoked') return
  const provider = await tx
    .selectFrom('providers')
    .select('user_id')
    .where('clinic_id', '=', clinicId)
    .where('id', '=', calendar.provider_id)
    .executeTakeFirst()
  if (!provider?.user_id) return
  const key = `calendar_disconnected:${id}:${now.toISOString()}`
  await notices.notify(tx, { clinicId, userId: provider.user_id, kind: 'calendar_disconnected', key })
}

/** @returns null if the key that encrypted it is gone */
export function openSecret(
  { secrets }: Pick<Services['outsideCalendars'], 'secrets'>,
  { id, secret }: { id: string; secret: Uint8Array },
): string | null {
  try {
    return secrets.open(secret, id)
  } catch {
    return null
  }
}

/** From yesterday to the longest notice of a kind of visit. */
export function windowOf(zone: string, now: Date): Window {
  const from = now.getTime() - dayMs
  return { zone, from, until: from + (daysAhead + 1) * dayMs }
}

/** @throws CalendarUnread */
export function expand({ text }: ReadCalendar, zone: string, now: Date): Promise<BusyEvent[]> {
  return expandCalendar(text, windowOf(zone, now))
}

async function store(
  tx: Tx,
  { clinicId, id, now, today }: Attempt,
  { events, validators }: Read,
): Promise<void> {
  const calendar = await tx
    .updateTable('app.outside_calendars')
    .set({
      ...{ read_at: now, failure: null, failures: 0, retry_at: null },
      ...(validators && { etag: validators.etag, modified: validators.modified, expanded_on: today }),
    })
    .where('clinic_id', '=', clinicId)
    .where('id', '=', id)
    .where('tried_at', '=', now)
    .returning('provider_id')
    .executeTakeFirst()
  // removed or connected again meanwhile
  if (calendar && events) await storeBusyTimes(tx, { clinicId, id, providerId: calendar.provider_id }, events)
}
