import { followChange, type SeriesVisit, type VisitPlan } from '#domain/appointments/series-change.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

/** A stored visit as `followChange` reads it. */
export function seriesVisitOf(row: {
  id: string
  date: string
  time: string
  provider_id: string | null
  room_id: string | null
  type: string
  duration_minutes: number
  series_plan: unknown
}): SeriesVisit {
  return {
    id: row.id,
    date: row.date,
    time: row.time,
    providerId: row.provider_id,
    roomId: row.room_id,
    type: row.type,
    duration: row.duration_minutes,
    planned: row.series_plan as VisitPlan | null,
  }
}

/** Of a form on a date of its series. */
export function planOf(
  form: { time: string; providerId: string; roomId: string; appointmentType: string; duration: number },
  date: string,
): VisitPlan {
  return {
    date,
    time: form.time,
    providerId: form.providerId || null,
    roomId: form.roomId || null,
    type: form.appointmentType,
    duration: form.duration,
  }
}

/** The open visits of a series from a date on, without the first. */
export function followingVisits(
  tx: Tx,
  first: { clinicId: string; id: string; seriesId: string; date: string },
) {
  return tx
    .selectFrom('appointments')
    .select([
      'id',
      'date',
      'time',
      'provider_id',
      'room_id',
      'type',
      'duration_minutes',
      'series_plan',
      'before_minutes',
      'after_minutes',
    ])
    .where('clinic_id', '=', first.clinicId)
    .where('series_id', '=', first.seriesId)
    .where('date', '>=', first.date)
    .where('status', 'in', ['requested', 'upcoming'])
    .where('id', '<>', first.id)
    .orderBy('date')
    .orderBy('time')
}

/**
 * The visits that "this and all that follow" changes, the first included, with their present and their new state.
 * @param options.isLocked true before a save
 */
export async function followedVisits(
  tx: Tx,
  before: SeriesVisit & { clinicId: string; seriesId: string },
  to: VisitPlan,
  { isLocked, includesOwn }: { isLocked: boolean; includesOwn: boolean },
) {
  const query = followingVisits(tx, before)
  const [rows, { weekdays }] = await Promise.all([
    (isLocked ? query.forUpdate() : query).execute(),
    tx
      .selectFrom('appointment_series')
      .select('weekdays')
      .where('clinic_id', '=', before.clinicId)
      .where('id', '=', before.seriesId)
      .executeTakeFirstOrThrow(),
  ])
  const others = rows.map(seriesVisitOf)
  const states = new Map<string, SeriesVisit>([before, ...others].map((visit) => [visit.id, visit]))
  const margins = new Map(rows.map((row) => [row.id, row]))
  return followChange(before, to, others, { weekdays, includesOwn }).map((visit) => ({
    ...visit,
    from: states.get(visit.id) ?? before,
    before_minutes: margins.get(visit.id)?.before_minutes ?? 0,
    after_minutes: margins.get(visit.id)?.after_minutes ?? 0,
  }))
}
