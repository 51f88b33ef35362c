import { sql } from 'kysely'
import { type TimeRange, workingTimes } from '#domain/appointments/free-times.ts'
import { addDays, dateIn, startOfDay } from '#domain/values/zones.ts'
import { openedDays, openedTime } from '#domain/waitlist/opened-time.ts'
import { clinicZone } from '#server/clinic/clinic-zone.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { workingHours } from '../calendar/working-hours.ts'

/**
 * Runs a change of hours, days off or extra hours, stores what it opens for the waitlist, and withdraws open offers of
 * time that it closes. Reads as the system, because a caller without the second step does not see the waitlist.
 * @param about.providerId null: all providers
 */
export async function notingOpenedTime<T>(
  tx: Tx,
  about: { clinicId: string; providerId: string | null; now: Date },
  change: () => Promise<T>,
): Promise<T> {
  const { clinicId, now } = about
  const isWaitedFor = await tx
    .selectFrom('waitlist_entries')
    .select('id')
    .where('clinic_id', '=', clinicId)
    .where('status', '=', 'waiting')
    .limit(1)
    .executeTakeFirst()
  if (!isWaitedFor) return asSystem(tx, change)
  const zone = await clinicZone(tx, clinicId)
  const before = await workingTimesOf(tx, about, zone)
  const result = await asSystem(tx, change)
  const after = await workingTimesOf(tx, about, zone)
  for (const [providerId, times] of after) {
    await asSystem(tx, () => withdrawOffers(tx, { clinicId, providerId, times, until: lastRead(now, zone) }))
    const opened = openedTime(before.get(providerId) ?? [], times).filter(
      ({ until }) => until > now.getTime(),
    )
    if (opened.length === 0) continue
    await asSystem(tx, () =>
      sql`
      select app.open_waitlist_time(${clinicId}, ${providerId}, o.opens_at, o.closes_at, null)
        from unnest(${opened.map(({ from }) => new Date(from))}::timestamptz[],
                    ${opened.map(({ until }) => new Date(until))}::timestamptz[]) o (opens_at, closes_at)`.execute(
        tx,
      ),
    )
  }
  return result
}

const lastRead = (now: Date, zone: string) => startOfDay(addDays(dateIn(now, zone), openedDays), zone)

/** @param about.times when the provider works, until the instant `until` */
async function withdrawOffers(
  tx: Tx,
  about: { clinicId: string; providerId: string; times: readonly TimeRange[]; until: Date },
): Promise<void> {
  const { clinicId, providerId, times, until } = about
  await sql`
    update public.waitlist_offers o set status = 'expired'
     where o.clinic_id = ${clinicId} and o.provider_id = ${providerId} and o.status = 'open' and o.starts_at < ${until}
       and not exists (select from unnest(${times.map((each) => new Date(each.from))}::timestamptz[],
                                          ${times.map((each) => new Date(each.until))}::timestamptz[]) w (opens_at, closes_at)
                        where o.starts_at >= w.opens_at
                          and o.starts_at + make_interval(mins => o.duration_minutes) <= w.closes_at)`.execute(
    tx,
  )
}

async function workingTimesOf(
  tx: Tx,
  { clinicId, providerId, now }: { clinicId: string; providerId: string | null; now: Date },
  zone: string,
): Promise<Map<string, TimeRange[]>> {
  const from = dateIn(now, zone)
  const providers = await workingHours(tx, clinicId, from, { active: true, providerId })
  return new Map(
    [...providers].map(([id, provider]) => [id, workingTimes({ zone, from, days: openedDays, provider })]),
  )
}
