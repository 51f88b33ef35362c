import { sql } from 'kysely'
import type { Obstacle } from '#domain/appointments/appointments.ts'
import type { VisitPlan } from '#domain/appointments/series-change.ts'
import type { Working } from '#domain/calendar/grid.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { anytime } from '../calendar/working-hours.ts'

/** A planned visit. */
export interface Wish extends VisitPlan {
  /** Null if the clocks skip the time. */
  startsAt: Date | null
  /** Of a stored visit that does not change its type; null: those of the type. */
  margins: { before_minutes: number; after_minutes: number } | null
}

/**
 * For each wish, the provider, room or patient that has another visit then, or `buffer` if only the time before or after
 * it is taken; null: none.
 * @param about.except ids of visits that move
 */
export async function readTaken(
  tx: Tx,
  about: { clinicId: string; now: Date; patientId: string | null; wishes: readonly Wish[]; except: string[] },
): Promise<(Obstacle | null)[]> {
  const { clinicId, now, patientId, wishes } = about
  const { rows } = await sql<{
    at: number
    is_provider: boolean
    is_buffer: boolean
    is_room: boolean
    is_patient: boolean
  }>`
    with wishes as (
      select * from unnest(
        ${wishes.map(({ startsAt }) => startsAt?.toISOString() ?? null)}::timestamptz[],
        ${wishes.map(({ duration }) => duration)}::integer[], ${wishes.map(({ type }) => type)}::text[],
        ${wishes.map(({ providerId }) => providerId)}::uuid[], ${wishes.map(({ roomId }) => roomId)}::uuid[],
        ${wishes.map(({ margins }) => margins?.before_minutes ?? null)}::integer[],
        ${wishes.map(({ margins }) => margins?.after_minutes ?? null)}::integer[]
      ) with ordinality w (starts_at, minutes, type, provider_id, room_id, before, after, at)
    ), wanted as (
      select w.at, w.provider_id, w.room_id,
             tstzrange(w.starts_at, w.starts_at + make_interval(mins => w.minutes)) as visit,
             app.busy_range(w.starts_at, w.minutes, coalesce(w.before, t.before_minutes), coalesce(w.after, t.after_minutes)) as busy
        from wishes w
        join public.appointment_types t on t.clinic_id = ${clinicId} and t.key = w.type
       where w.starts_at is not null
    )
    select w.at::integer - 1 as at,
           coalesce(bool_or(b.provider_id = w.provider_id and b.visit && w.visit), false) as is_provider,
           coalesce(bool_or(b.provider_id = w.provider_id), false) as is_buffer,
           coalesce(bool_or(b.room_id = w.room_id), false) as is_room,
           coalesce(bool_or(b.patient_id = ${patientId}::uuid and b.visit && w.visit), false) as is_patient
      from wanted w
      join app.busy_times b on b.clinic_id = ${clinicId} and b.busy && w.busy
       and (b.provider_id = w.provider_id or b.room_id = w.room_id or b.patient_id = ${patientId}::uuid)
       and b.source_id <> all (${about.except}::uuid[]) and (b.expires_at is null or b.expires_at > ${now})
     group by w.at`.execute(tx)
  const taken = new Map<number, Obstacle | null>(
    rows.map(({ at, is_provider, is_buffer, is_room, is_patient }) => [
      at,
      is_provider ? 'provider' : is_buffer ? 'buffer' : is_room ? 'room' : is_patient ? 'patient' : null,
    ]),
  )
  return wishes.map((_, at) => taken.get(at) ?? null)
}

/** For each wish, whether the provider's own calendar is busy then (docs/decisions/0202). */
export async function readElsewhere(tx: Tx, clinicId: string, wishes: readonly Wish[]): Promise<boolean[]> {
  const { rows } = await sql<{ is_busy: boolean }>`
    select exists (select 1 from app.outside_busy_times b
                    where b.clinic_id = ${clinicId} and b.provider_id = w.provider_id
                      and b.busy && tstzrange(w.starts_at, w.starts_at + make_interval(mins => w.minutes))) as is_busy
      from unnest(
        ${wishes.map(({ startsAt }) => startsAt?.toISOString() ?? null)}::timestamptz[],
        ${wishes.map(({ duration }) => duration)}::integer[],
        ${wishes.map(({ providerId }) => providerId)}::uuid[]
      ) with ordinality w (starts_at, minutes, provider_id, at)
     order by w.at`.execute(tx)
  return rows.map(({ is_busy }) => is_busy)
}

/** Hours and exceptions of a provider, or only the clinic's closed days without one. */
export async function readWorking(
  tx: Tx,
  clinicId: string,
  providerId: string | null,
  dates: string[],
): Promise<Working> {
  const [hours, exceptions] = await Promise.all([
    tx
      .selectFrom('provider_hours')
      .select(['day', 'opens', 'closes', 'valid_from', 'valid_until'])
      .where('clinic_id', '=', clinicId)
      .where('provider_id', '=', providerId)
      .execute(),
    tx
      .selectFrom('schedule_exceptions')
      .select(['kind', 'starts_on', 'ends_on', 'opens', 'closes'])
      .where('clinic_id', '=', clinicId)
      .where('ends_on', '>=', dates[0] ?? '')
      .where((row) => row.or([row('provider_id', 'is', null), row('provider_id', '=', providerId)]))
      .execute(),
  ])
  return {
    hours: providerId
      ? hours.map(({ day, opens, closes, valid_from, valid_until }) => ({
          ...{ day, opens, closes },
          validFrom: valid_from,
          validUntil: valid_until,
        }))
      : anytime,
    exceptions: exceptions.map(({ kind, starts_on, ends_on, opens, closes }) => ({
      kind: kind as 'off' | 'extra',
      startsOn: starts_on,
      endsOn: ends_on,
      opens,
      closes,
    })),
  }
}
