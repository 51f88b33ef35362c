import { sql } from 'kysely'
import {
  type FreeTime,
  freeTimes,
  type Notice,
  noticeFor,
  type ProviderSchedule,
  type TimeRange,
} from '#domain/appointments/free-times.ts'
import { AppError } from '#domain/errors.ts'
import { mayBeRead, StaleCalendars } from '#server/features/outside-calendars/stale-calendars.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

export interface TypeRules {
  key: string
  name: string
  durationMinutes: number
  beforeMinutes: number
  afterMinutes: number
  patientsBook: 'no' | 'request' | 'yes'
  minNoticeMinutes: number
  maxNoticeDays: number
  isActive: boolean
}

export interface Schedule {
  timeZone: string
  from: string
  days: number
  type: TypeRules
  providers: (ProviderSchedule & { name: string })[]
  busyForPatient: TimeRange[]
}

export interface ScheduleRow {
  time_zone: string
  from: string
  type: TypeRules
  providers: (ProviderSchedule & { name: string })[]
  busy_for_patient: TimeRange[]
}

export interface ScheduleRequest {
  clinicId: string
  typeKey: string
  days: number
  now: Date
  /** YYYY-MM-DD; default: today in the clinic's zone */
  from?: string | undefined
  providerId?: string | undefined
  /** their other visits count, their own hold does not */
  patientId?: string | null
  /** a visit to be moved: its current time counts as free, even if its type has changed */
  exceptId?: string | undefined
}

/**
 * Before a booking reads the schedule: waits for a change of the provider's hours or of the clinic's. Role `system`.
 * @throws StaleCalendars if one of the provider's own calendars must be read first
 */
export async function awaitScheduleChanges(
  tx: Tx,
  clinicId: string,
  providerId: string,
  now: Date,
): Promise<void> {
  const provider = await tx
    .selectFrom('providers')
    .select(
      sql<string[] | null>`(
      select array_agg(c.id) from app.outside_calendars c
       where c.clinic_id = ${clinicId} and c.provider_id = providers.id and ${mayBeRead(now)}
    )`.as('stale'),
    )
    .where('clinic_id', '=', clinicId)
    .where('id', '=', providerId)
    .forShare()
    .executeTakeFirst()
  if (provider?.stale) throw new StaleCalendars(clinicId, provider.stale)
}

/**
 * Reads all that decides when a visit can begin, in one query. Role `system`.
 * @throws AppError `not_found` for an unknown type
 */
export async function readSchedule(tx: Tx, request: ScheduleRequest): Promise<Schedule> {
  const { rows } = await scheduleQuery(request).execute(tx)
  const [row] = rows
  if (!row) throw new AppError('not_found')
  return scheduleOf(row, request.days)
}

export function scheduleOf(row: ScheduleRow, days: number): Schedule {
  return {
    timeZone: row.time_zone,
    from: row.from,
    days,
    type: row.type,
    providers: row.providers,
    busyForPatient: row.busy_for_patient,
  }
}

export function scheduleQuery(request: ScheduleRequest) {
  const { clinicId, typeKey, days, now, from, providerId, patientId, exceptId } = request
  const range = sql`tstzrange((s.first - 2)::timestamptz, (s.first + ${days}::integer + 2)::timestamptz)`
  const asRange = (column: string) => sql`
    jsonb_build_object('from', round(extract(epoch from lower(${sql.ref(column)})) * 1000),
                       'until', round(extract(epoch from upper(${sql.ref(column)})) * 1000))`
  const counts = sql`b.source_id is distinct from ${exceptId ?? null}::uuid
    and (b.expires_at is null or (b.expires_at > ${now}
      and not exists (select from app.appointment_holds h
                       where h.clinic_id = ${clinicId} and h.id = b.source_id and h.patient_id = ${patientId ?? null}::uuid)))`
  return sql<ScheduleRow>`
    with s as (
      select c.id, c.time_zone,
             coalesce(${from ?? null}::date, (${now}::timestamptz at time zone c.time_zone)::date) as first
        from public.clinics c where c.id = ${clinicId}
    )
    select s.time_zone, to_char(s.first, 'YYYY-MM-DD') as from,
           jsonb_build_object('key', t.key, 'name', t.name, 'durationMinutes', coalesce(moved.duration_minutes, t.duration_minutes),
             'beforeMinutes', coalesce(moved.before_minutes, t.before_minutes),
             'afterMinutes', coalesce(moved.after_minutes, t.after_minutes), 'patientsBook', t.patients_book,
             'minNoticeMinutes', t.min_notice_minutes, 'maxNoticeDays', t.max_notice_days, 'isActive', t.is_active) as type,
           coalesce((
             select jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name,
               'hours', coalesce((
                 select jsonb_agg(jsonb_build_object('day', h.day, 'opens', h.opens, 'closes', h.closes,
                                                     'validFrom', h.valid_from, 'validUntil', h.valid_until))
                   from public.provider_hours h
                  where h.clinic_id = ${clinicId} and h.provider_id = p.id and h.valid_from < s.first + ${days}::integer
                    and (h.valid_until is null or h.valid_until >= s.first)), '[]'),
               'exceptions', coalesce((
                 select jsonb_agg(jsonb_build_object('kind', e.kind, 'startsOn', e.starts_on, 'endsOn', e.ends_on,
                                                     'opens', e.opens, 'closes', e.closes))
                   from public.schedule_exceptions e
                  where e.clinic_id = ${clinicId} and (e.provider_id is null or e.provider_id = p.id)
                    and e.starts_on < s.first + ${days}::integer and e.ends_on >= s.first), '[]'),
               'busy', coalesce((
                 select jsonb_agg(${asRange('b.busy')}) from app.busy_times b
                  where b.clinic_id = ${clinicId} and b.provider_id = p.id and b.busy && ${range} and ${counts}), '[]')
               || coalesce((
                 select jsonb_agg(${asRange('o.busy')}) from app.outside_busy_times o
                  where o.clinic_id = ${clinicId} and o.provider_id = p.id and o.busy && ${range}), '[]')
             ) order by p.name, p.id)
               from public.providers p
              where p.clinic_id = ${clinicId} and p.is_active and (p.types = '{}' or t.key = any (p.types))
                and (${providerId ?? null}::uuid is null or p.id = ${providerId ?? null}::uuid)), '[]') as providers,
           coalesce((
             select jsonb_agg(${asRange('b.visit')}) from app.busy_times b
              where b.clinic_id = ${clinicId} and b.patient_id = ${patientId ?? null}::uuid and b.visit && ${range} and ${counts}), '[]')
             as busy_for_patient
      from s join public.appointment_types t on t.clinic_id = ${clinicId}
      left join public.appointments moved on moved.clinic_id = ${clinicId} and moved.id = ${exceptId ?? null}::uuid and moved.type = t.key
     where t.key = ${typeKey}`
}

/** @param rules patients have to respect the type's notice, the team only the current time */
export function timesOf(schedule: Schedule, rules: 'patient' | 'team', now: Date): FreeTime[] {
  const notice: Notice =
    rules === 'patient'
      ? noticeFor(now, schedule.type, schedule.timeZone)
      : { earliest: now.getTime(), latest: null }
  return freeTimes({
    zone: schedule.timeZone,
    from: schedule.from,
    days: schedule.days,
    visit: schedule.type,
    providers: schedule.providers,
    busyForPatient: schedule.busyForPatient,
    notice,
  })
}

/** @throws AppError `time_taken` if only another visit conflicts; else `time_not_offered` */
export function requireOffered(schedule: Schedule, startsAt: number, now: Date): void {
  if (!schedule.type.isActive || schedule.type.patientsBook === 'no') throw new AppError('time_not_offered')
  const has = (times: FreeTime[]) => times.some((each) => each.startsAt === startsAt)
  if (has(timesOf(schedule, 'patient', now))) return
  const empty = { ...schedule, providers: schedule.providers.map((each) => ({ ...each, busy: [] })) }
  throw new AppError(has(timesOf(empty, 'patient', now)) ? 'time_taken' : 'time_not_offered')
}
