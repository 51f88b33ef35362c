import { sql } from 'kysely'
import { freeTimes, type TimeRange } from '#domain/appointments/free-times.ts'
import type { Working } from '#domain/calendar/grid.ts'
import type { HandoverVisit } from '#domain/handover/handover.ts'
import { minuteMs } from '#domain/values/durations.ts'
import { instantsOf, wallClock } from '#domain/values/zones.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

const searchedDays = 31

interface PlannedVisit {
  id: string
  patient_id: string
  room_id: string | null
  duration_minutes: number
  before_minutes: number
  after_minutes: number
}

interface About {
  clinicId: string
  providerId: string
  now: Date
  freeFrom: string
  timeZone: string
}

/**
 * The next free time of each visit with its provider, from a day after it on; no two visits get the same time. Provider,
 * room and patient are free then. Role `system`.
 * @param working of the provider, as the caller reads it
 * @returns by visit; without those for which no time is free within 31 days
 */
export async function proposeTimes(
  tx: Tx,
  about: About,
  working: Working,
  visits: readonly PlannedVisit[],
): Promise<Map<string, NonNullable<HandoverVisit['free']>>> {
  const { providerId, now, freeFrom, timeZone } = about
  const taken = await takenTimes(tx, about, visits)
  const proposed = new Map<string, NonNullable<HandoverVisit['free']>>()
  for (const visit of visits) {
    const { duration_minutes: durationMinutes, before_minutes: beforeMinutes } = visit
    const isRoom = ({ roomId }: Taken) => roomId !== null && roomId === visit.room_id
    const [time] = freeTimes({
      ...{ zone: timeZone, from: freeFrom, days: searchedDays },
      visit: { durationMinutes, beforeMinutes, afterMinutes: visit.after_minutes },
      providers: [
        {
          ...{ id: providerId, ...working },
          busy: taken
            .filter((each) => each.providerId === providerId || isRoom(each))
            .map(({ busy }) => busy),
        },
      ],
      busyForPatient: taken
        .filter(({ patientId }) => patientId === visit.patient_id)
        .map((each) => each.visit),
      notice: { earliest: now.getTime(), latest: null },
    })
    if (!time) continue
    const until = time.startsAt + durationMinutes * minuteMs
    taken.push({
      ...{ providerId, roomId: visit.room_id, patientId: visit.patient_id },
      busy: { from: time.startsAt - beforeMinutes * minuteMs, until: until + visit.after_minutes * minuteMs },
      visit: { from: time.startsAt, until },
    })
    const wall = wallClock(time.startsAt, timeZone)
    const instants = instantsOf(wall.date, wall.time, timeZone)
    proposed.set(visit.id, { ...wall, isLaterHour: instants.length > 1 && instants.at(-1) === time.startsAt })
  }
  return proposed
}

interface Taken {
  providerId: string | null
  roomId: string | null
  patientId: string
  busy: TimeRange
  visit: TimeRange
}

/** The times of the provider and of the visits' rooms and patients. */
async function takenTimes(
  tx: Tx,
  { clinicId, providerId, now, freeFrom }: About,
  visits: readonly PlannedVisit[],
): Promise<Taken[]> {
  const asRange = (column: string) => sql`
    jsonb_build_object('from', round(extract(epoch from lower(${sql.ref(column)})) * 1000),
                       'until', round(extract(epoch from upper(${sql.ref(column)})) * 1000))`
  const { rows } = await sql<Taken>`
    select b.provider_id as "providerId", b.room_id as "roomId", b.patient_id as "patientId",
           ${asRange('b.busy')} as busy, ${asRange('b.visit')} as visit
      from app.busy_times b
     where b.clinic_id = ${clinicId} and (b.expires_at is null or b.expires_at > ${now})
       and b.busy && tstzrange((${freeFrom}::date - 2)::timestamptz, (${freeFrom}::date + ${searchedDays + 2}::integer)::timestamptz)
       and (b.provider_id = ${providerId} or b.room_id = any(${visits.flatMap(({ room_id: id }) => id ?? [])}::uuid[])
            or b.patient_id = any(${visits.map(({ patient_id: id }) => id)}::uuid[]))`.execute(tx)
  return rows
}
