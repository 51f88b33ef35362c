import { firstAvailable } from '#domain/appointments/free-times.ts'
import { addDays, daysBetween } from '#domain/values/zones.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { readSchedule } from './schedule-query.ts'

/**
 * The provider who offers the kind, works and is free at most of the visits, by the rules of patients' free times: the
 * first by name of equal ones. Null if none is free at any. Role `system`.
 *
 * @param about.patientId their own hold takes no time
 * @param about.visits on the clinic's calendar, at least one
 */
export async function readFirstAvailable(
  tx: Tx,
  about: {
    clinicId: string
    now: Date
    patientId: string | null
    typeKey: string
    duration: number
    visits: readonly { date: string; startsAt: Date }[]
  },
): Promise<ReturnType<typeof firstAvailable>> {
  const { duration, visits, ...request } = about
  const dates = visits.map(({ date }) => date).sort()
  const [first = '', last = first] = [dates[0], dates.at(-1)]
  // a visit may end on the day after
  const days = daysBetween(first, addDays(last, 1)) + 1
  const { timeZone, type, providers } = await readSchedule(tx, { ...request, from: first, days })
  return firstAvailable({
    zone: timeZone,
    visit: { ...type, durationMinutes: duration },
    providers,
    visits: visits.map(({ date, startsAt }) => ({ date, startsAt: startsAt.getTime() })),
  })
}

/** Lets bookings of the first available wait for each other, and for a change of hours. Role `system`. */
export async function lockProviders(tx: Tx, clinicId: string): Promise<void> {
  await tx
    .selectFrom('providers')
    .select('id')
    .where('clinic_id', '=', clinicId)
    .where('is_active', '=', true)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}
