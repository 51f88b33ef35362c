import { sql } from 'kysely'
import { type TimeRange, workingTimes } from '#domain/appointments/free-times.ts'
import { dateIn } from '#domain/values/zones.ts'
import { openedDays, openedTime } from '#domain/waitlist/opened-time.ts'
import { clinicZone } from '#server/clinic/clinic-zone.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { workingHours } from '../calendar/working-hours.ts'

/**
 * Runs a change of hours, days off or extra hours, and stores what it opens for the waitlist. Reads as the system,
 * because a caller without the second step does not see the waitlist.
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
