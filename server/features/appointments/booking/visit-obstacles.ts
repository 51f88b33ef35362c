import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { type Obstacle, type VisitObstacles, visitObstaclesInput } from '#domain/appointments/appointments.ts'
import { seriesDates } from '#domain/appointments/series.ts'
import { type Working, workOn } from '#domain/calendar/grid.ts'
import { AppError } from '#domain/errors.ts'
import { appointmentTexts } from '#domain/texts/appointments.ts'
import { addDays, dateIn, daysBetween, instantsOf, minutesOf } from '#domain/values/zones.ts'
import { action, type ClinicCtx } from '#server/clinic/action.ts'
import { clinicZone } from '#server/clinic/clinic-zone.ts'
import { isPatientOf } from '#server/clinic/patients.ts'
import { recordRead } from '#server/clinic/record-read.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { requireOfClinic } from '../calendar/appointment-rows.ts'

/**
 * Returns the conflicts of a visit or a series by date, before it is saved. The save checks them again. Audits a read
 * of the patient, because the result reveals their visits.
 * @throws AppError `not_allowed`, `second_step_required`, `not_found`
 * @throws AppError `invalid_input` at a field that is not the clinic's
 */
export const visitObstacles = action({
  name: 'visit-obstacles',
  input: visitObstaclesInput,
  access: 'appointments:write',
  system: 'times that are taken include holds, which no caller reads',
  async run(tx, ctx, input): Promise<VisitObstacles> {
    const { dates, patientId } = await asSystem(tx, () => findObstacles(tx, ctx, input))
    if (patientId) await recordRead(tx, ['appointments'], [patientId], 'visit-obstacles')
    return { dates }
  },
})

async function findObstacles(
  tx: Tx,
  ctx: ClinicCtx,
  input: z.output<typeof visitObstaclesInput>,
): Promise<VisitObstacles & { patientId: string | null }> {
  const { clinicId } = ctx
  const visits = input.appointmentId
    ? await readVisits(tx, clinicId, input.appointmentId, input.scope === 'following')
    : []
  const [present] = visits
  const patientId = present?.patient_id ?? (input.patientId || null)
  const [timeZone, isPatient] = await Promise.all([
    clinicZone(tx, clinicId),
    patientId ? isPatientOf(tx, clinicId, patientId) : true,
    requireOfClinic(tx, clinicId, input, present),
  ])
  if (!isPatient)
    throw new AppError('invalid_input', {
      fields: [{ path: 'patientId', message: appointmentTexts.form.patientGone }],
    })
  const now = ctx.now()
  const today = dateIn(now, timeZone)
  const days = present ? daysBetween(present.date, input.date) : 0
  const dates = present
    ? visits.map(({ date }) => addDays(date, days))
    : input.repeat
      ? seriesDates(input.date, input.repeat)
      : [input.date]
  const startsAt = dates.map((date) => {
    const instants = instantsOf(date, input.time, timeZone)
    return input.isLaterHour ? instants.at(-1) : instants[0]
  })
  const [taken, working] = await Promise.all([
    readTaken(tx, {
      clinicId,
      now,
      dates,
      startsAt,
      patientId,
      providerId: input.providerId || null,
      roomId: input.roomId || null,
      duration: input.duration,
      type: input.appointmentType,
      present: present?.type === input.appointmentType ? present : null,
      except: visits.map(({ id }) => id),
    }),
    readWorking(tx, clinicId, input.providerId || null, dates),
  ])
  const from = minutesOf(input.time)
  const until = from + input.duration
  const isUnmoved = days === 0 && present?.time === input.time
  const obstacleOn = (date: string, index: number): Obstacle | null => {
    if (date < today && !isUnmoved) return 'past'
    if (startsAt[index] === undefined) return 'skipped'
    const met = taken.get(date)
    if (met) return met
    return workOn(date, working).some((span) => span.from <= from && until <= span.until) ? null : 'outside'
  }
  return { patientId, dates: dates.map((date, index) => ({ date, obstacle: obstacleOn(date, index) })) }
}

async function readVisits(tx: Tx, clinicId: string, appointmentId: string, following: boolean) {
  const columns = [
    'id',
    'patient_id',
    'provider_id',
    'room_id',
    'series_id',
    'type',
    'date',
    'time',
    'before_minutes',
    'after_minutes',
  ] as const
  const visit = await tx
    .selectFrom('appointments')
    .select(columns)
    .where('clinic_id', '=', clinicId)
    .where('id', '=', appointmentId)
    .executeTakeFirst()
  if (!visit) throw new AppError('not_found')
  if (!following || !visit.series_id) return [visit]
  const others = await tx
    .selectFrom('appointments')
    .select(columns)
    .where('clinic_id', '=', clinicId)
    .where('series_id', '=', visit.series_id)
    .where('date', '>=', visit.date)
    .where('status', 'in', ['requested', 'upcoming'])
    .where('id', '<>', visit.id)
    .orderBy('date')
    .orderBy('time')
    .execute()
  return [visit, ...others]
}

async function readTaken(
  tx: Tx,
  wish: {
    clinicId: string
    now: Date
    dates: string[]
    startsAt: (number | undefined)[]
    patientId: string | null
    providerId: string | null
    roomId: string | null
    duration: number
    type: string
    /** of a visit that does not change its type, with its own margins */
    present: { before_minutes: number; after_minutes: number } | null
    except: string[]
  },
): Promise<Map<string, Obstacle>> {
  const { clinicId, now, patientId, providerId, roomId, duration, present } = wish
  const starts = wish.startsAt.map((each) => (each === undefined ? null : new Date(each).toISOString()))
  const { rows } = await sql<{ date: string; is_provider: boolean; is_room: boolean; is_patient: boolean }>`
    with kind as (
      select make_interval(mins => coalesce(${present?.before_minutes ?? null}::integer, t.before_minutes)) as before,
             make_interval(mins => coalesce(${present?.after_minutes ?? null}::integer, t.after_minutes)) as after
        from public.appointment_types t where t.clinic_id = ${clinicId} and t.key = ${wish.type}
    ), wanted as (
      select w.date, tstzrange(w.starts_at, w.starts_at + make_interval(mins => ${duration}::integer)) as visit,
             tstzrange(w.starts_at - kind.before, w.starts_at + make_interval(mins => ${duration}::integer) + kind.after) as busy
        from unnest(${wish.dates}::text[], ${starts}::timestamptz[]) as w (date, starts_at), kind
       where w.starts_at is not null
    )
    select w.date,
           coalesce(bool_or(b.provider_id = ${providerId}::uuid), false) as is_provider,
           coalesce(bool_or(b.room_id = ${roomId}::uuid), false) as is_room,
           coalesce(bool_or(b.patient_id = ${patientId}::uuid and b.visit && w.visit), false) as is_patient
      from wanted w
      join app.busy_times b on b.clinic_id = ${clinicId} and b.busy && w.busy
       and (b.provider_id = ${providerId}::uuid or b.room_id = ${roomId}::uuid or b.patient_id = ${patientId}::uuid)
       and b.source_id <> all (${wish.except}::uuid[]) and (b.expires_at is null or b.expires_at > ${now})
     group by w.date`.execute(tx)
  const taken = new Map<string, Obstacle>()
  for (const { date, is_provider, is_room, is_patient } of rows) {
    const obstacle = is_provider ? 'provider' : is_room ? 'room' : is_patient ? 'patient' : null
    if (obstacle) taken.set(date, obstacle)
  }
  return taken
}

/** Hours and exceptions of a provider, or only the clinic's closed days without one. */
async function readWorking(
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
  const anytime = [1, 2, 3, 4, 5, 6, 7].map((day) => ({
    day,
    opens: '00:00',
    closes: '24:00',
    validFrom: '0001-01-01',
    validUntil: null,
  }))
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
