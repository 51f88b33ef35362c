import { sql } from 'kysely'
import type { TimeRange } from '#domain/appointments/free-times.ts'
import { AppError } from '#domain/errors.ts'
import { quietUntil } from '#domain/text-messages/quiet-hours.ts'
import { minuteMs } from '#domain/values/durations.ts'
import { dateIn } from '#domain/values/zones.ts'
import { fits, offerMinutes, passingOnMinutes } from '#domain/waitlist/waitlist.ts'
import type { Services } from '#server/clinic/action.ts'
import type { Transactions, Tx } from '#server/platform/database/transactions.ts'
import { clinicByClinic } from '#server/platform/jobs/clinic-by-clinic.ts'
import { defineJob, type JobResult } from '#server/platform/jobs/jobs.ts'
import { unlessTaken } from '../booking/time-taken.ts'
import { dropExpiredHolds } from '../calendar/appointment-rows.ts'
import { readSchedule, timesOf } from '../calendar/schedule-query.ts'

/** Limits per run: openings of a clinic, and patients offered each. */
const openingsPerRun = 50
const peoplePerOpening = 100

type OfferServices = Pick<Services, 'transactions' | 'clock' | 'notices'>

interface Opening {
  id: string
  clinic_id: string
  provider_id: string
  opens_at: Date
  closes_at: Date
  patient_id: string | null
  time_zone: string
}

interface Waiting {
  id: string
  patient_id: string
  type: string
  days: number[]
  opens: string | null
  closes: string | null
  until: string
  replaces_at: Date | null
  has_offer: boolean
  answers_online: boolean
}

/**
 * Offers opened times to the waitlist, one patient at a time in order, each for half an hour and never at night. Runs
 * when a time opens or an offer is answered, and every minute for expired offers. All state is in rows, so a restart or
 * a second worker changes nothing.
 */
export function offerTimes({ transactions, clock, notices }: OfferServices) {
  return defineJob({
    name: 'waitlist.offer',
    cron: '* * * * *',
    async run(): Promise<JobResult> {
      const inTransaction = <T>(step: (tx: Tx) => Promise<T>) =>
        transactions.withSystem('job:waitlist.offer', step)
      // in its own transaction: an offer is locked after its place in line (`lockOwnOffer`)
      const expired = await expireOffers(transactions, clock.now())
      const openings = await inTransaction((tx) => openingsByTurn(tx, clock.now()))
      let offered = 0
      for (const id of openings) {
        try {
          if (await inTransaction((tx) => offerOpening(tx, { clock, notices }, id))) offered++
        } catch (error) {
          if (!(error instanceof AppError) || error.code !== 'time_taken') throw error
        }
      }
      return { expired, openings: openings.length, offered }
    },
  })
}

function expireOffers(transactions: Transactions, now: Date): Promise<number> {
  return clinicByClinic(
    { transactions, purpose: 'job:waitlist.offer' },
    (tx) =>
      tx
        .selectFrom('waitlist_offers')
        .select('clinic_id')
        .distinct()
        .where('status', '=', 'open')
        .where('expires_at', '<=', now)
        .execute(),
    async (tx, clinicId) => {
      const { numAffectedRows } = await sql`
        with due as materialized (
          select o.id from public.waitlist_offers o
           where o.clinic_id = ${clinicId} and o.status = 'open' and o.expires_at <= ${now} for update skip locked)
        update public.waitlist_offers o set status = 'expired'
          from due where o.clinic_id = ${clinicId} and o.id = due.id`.execute(tx)
      return numAffectedRows ?? 0
    },
  )
}

/** Clinics take turns, so that one that opens a month does not delay the others. */
async function openingsByTurn(tx: Tx, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select g.id, row_number() over (partition by g.clinic_id order by g.created_at, g.opens_at, g.id) as turn
        from app.waitlist_openings g
       where g.closed_at is null and (g.due_at is null or g.due_at <= ${now})
         and not exists (select from public.waitlist_offers o
                          where o.clinic_id = g.clinic_id and o.opening_id = g.id and o.status = 'open')
         and (not exists (select from public.waitlist_offers o where o.clinic_id = g.clinic_id and o.status = 'open')
              or exists (select from public.waitlist_entries w
                          where w.clinic_id = g.clinic_id and w.status = 'waiting'
                            and not exists (select from public.waitlist_offers o
                                             where o.clinic_id = w.clinic_id and o.entry_id = w.id
                                               and (o.status = 'open' or o.opening_id = g.id))))
    ) turns where turn <= ${openingsPerRun} order by turn, id`.execute(tx)
  return rows.map(({ id }) => id)
}

async function offerOpening(
  tx: Tx,
  { clock, notices }: Pick<OfferServices, 'clock' | 'notices'>,
  id: string,
): Promise<boolean> {
  const now = clock.now()
  const { rows } = await sql<Opening>`
    select g.id, g.clinic_id, g.provider_id, g.opens_at, g.closes_at, v.patient_id, c.time_zone
      from app.waitlist_openings g join public.clinics c on c.id = g.clinic_id
      left join public.appointments v on v.clinic_id = g.clinic_id and v.id = g.appointment_id
     where g.id = ${id} and g.closed_at is null
       and not exists (select from public.waitlist_offers o
                        where o.clinic_id = g.clinic_id and o.opening_id = g.id and o.status = 'open')
       for update of g skip locked`.execute(tx)
  const [opening] = rows
  if (!opening) return false
  const { clinic_id: clinicId, time_zone: zone } = opening
  const close = async () => {
    await tx
      .updateTable('app.waitlist_openings')
      .set({ closed_at: now })
      .where('clinic_id', '=', clinicId)
      .where('id', '=', id)
      .execute()
    return false
  }
  if (opening.closes_at <= now) return close()
  if (quietUntil(now, [zone])) return false
  await dropExpiredHolds(tx, clinicId, now)
  const undoable = await undoableTimes(tx, opening, now)
  let isLeft = undoable.length > 0
  for (const person of await lineFor(tx, opening)) {
    const chosen = await timeFor(tx, { opening, person, undoable }, now)
    if (!chosen) continue
    // the patient has another open offer; this time waits for them unless a later patient takes it
    if (person.has_offer) {
      isLeft = true
      continue
    }
    if (!(await isStillWaiting(tx, clinicId, person.id))) continue
    const { id: offerId } = await unlessTaken(() =>
      tx
        .insertInto('waitlist_offers')
        .values({
          clinic_id: clinicId,
          patient_id: person.patient_id,
          entry_id: person.id,
          opening_id: id,
          provider_id: opening.provider_id,
          type: person.type,
          time_zone: zone,
          offered_at: now,
          expires_at: new Date(now.getTime() + offerMinutes * minuteMs),
          held_until: new Date(now.getTime() + (offerMinutes + passingOnMinutes) * minuteMs),
          ...chosen,
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    const { patient_id: patientId } = person
    // the desk calls the others (`readOffersToCall`)
    if (person.answers_online)
      await notices.notifyPatient(tx, { clinicId, patientId, about: 'update', key: `offer:${offerId}` })
    return true
  }
  return isLeft || (await isKept(tx, opening, now)) ? false : close()
}

/**
 * The times at and around an opening that a visit left while the team can still undo the change. An older opening may
 * contain one: of an earlier move that was undone, or of extra hours.
 */
async function undoableTimes(tx: Tx, opening: Opening, now: Date): Promise<TimeRange[]> {
  const { rows } = await sql<{ from: Date; until: Date }>`
    select g.opens_at - make_interval(mins => coalesce(v.before_minutes, 0)) as "from",
           g.closes_at + make_interval(mins => coalesce(v.after_minutes, 0)) as until
      from app.waitlist_openings g
      left join public.appointments v on v.clinic_id = g.clinic_id and v.id = g.appointment_id
     where g.clinic_id = ${opening.clinic_id} and g.provider_id = ${opening.provider_id} and g.id <> ${opening.id}
       and g.closed_at is null and g.due_at > ${now}
       and g.opens_at < ${opening.closes_at}::timestamptz + interval '1 day'
       and g.closes_at > ${opening.opens_at}::timestamptz - interval '1 day'`.execute(tx)
  return rows.map(({ from, until }) => ({ from: from.getTime(), until: until.getTime() }))
}

async function isKept(tx: Tx, opening: Opening, now: Date): Promise<boolean> {
  const { rows } = await sql<{ is_kept: boolean }>`
    select exists (select from app.busy_times b
                    where b.clinic_id = ${opening.clinic_id} and b.provider_id = ${opening.provider_id} and b.expires_at > ${now}
                      and b.busy && tstzrange(${opening.opens_at}, ${opening.closes_at})) as is_kept`.execute(
    tx,
  )
  return rows[0]?.is_kept ?? false
}

/**
 * Patients who were not offered this opening, in order: those who want this provider, any provider, or a provider who no
 * longer takes appointments.
 */
async function lineFor(tx: Tx, opening: Opening): Promise<Waiting[]> {
  const { clinic_id: clinicId, provider_id: providerId } = opening
  const { rows } = await sql<Waiting>`
    select w.id, w.patient_id, w.type, w.days, w.opens, w.closes, to_char(w.until, 'YYYY-MM-DD') as until,
           a.starts_at as replaces_at,
           exists (select from public.waitlist_offers o
                    where o.clinic_id = w.clinic_id and o.entry_id = w.id and o.status = 'open') as has_offer,
           m.user_id is not null and m.status = 'active' as answers_online
      from public.waitlist_entries w
      join public.appointment_types t on t.clinic_id = w.clinic_id and t.key = w.type and t.is_active and t.patients_book <> 'no'
      join public.patients p on p.clinic_id = w.clinic_id and p.id = w.patient_id
      join public.clinic_memberships m on m.clinic_id = p.clinic_id and m.role = 'patient' and m.ended_at is null
       and (m.user_id = p.user_id and m.status in ('active', 'pending') or m.patient_id = p.id and m.suspended_at is null)
      left join public.appointments a on a.clinic_id = w.clinic_id and a.id = w.appointment_id
     where w.clinic_id = ${clinicId} and w.status = 'waiting'
       and (w.provider_id is null or w.provider_id = ${providerId}
            or not exists (select from public.providers wanted
                            where wanted.clinic_id = w.clinic_id and wanted.id = w.provider_id and wanted.is_active))
       and w.until >= (${opening.opens_at}::timestamptz at time zone ${opening.time_zone})::date
       and w.patient_id is distinct from ${opening.patient_id}::uuid
       and (a.id is null or (a.status in ('requested', 'upcoming') and a.starts_at > ${opening.opens_at}))
       and not exists (select from public.waitlist_offers o
                        where o.clinic_id = w.clinic_id and o.opening_id = ${opening.id} and o.entry_id = w.id)
     order by w.created_at, w.id limit ${peoplePerOpening}`.execute(tx)
  return rows
}

/**
 * The first time that fits the patient and overlaps the opening, by the booking rules of patients.
 * @param about.undoable times that are not offered yet
 */
async function timeFor(
  tx: Tx,
  about: { opening: Opening; person: Waiting; undoable: readonly TimeRange[] },
  now: Date,
) {
  const { opening, person, undoable } = about
  const schedule = await readSchedule(tx, {
    clinicId: opening.clinic_id,
    typeKey: person.type,
    // a visit may begin before midnight and use what opens after it
    from: dateIn(opening.opens_at, opening.time_zone),
    days: 2,
    now,
    providerId: opening.provider_id,
    patientId: person.patient_id,
  })
  const { durationMinutes, beforeMinutes, afterMinutes } = schedule.type
  const wish = { ...person, before: person.replaces_at?.getTime() ?? null }
  const fitting = timesOf(schedule, 'patient', now).filter(
    ({ startsAt }) =>
      startsAt < opening.closes_at.getTime() &&
      startsAt + durationMinutes * minuteMs > opening.opens_at.getTime() &&
      !undoable.some(
        ({ from, until }) =>
          startsAt - beforeMinutes * minuteMs < until &&
          startsAt + (durationMinutes + afterMinutes) * minuteMs > from,
      ) &&
      fits(wish, startsAt, durationMinutes, opening.time_zone),
  )
  // prefers one that begins in the opening, and leaves earlier times to all patients
  const found = fitting.find(({ startsAt }) => startsAt >= opening.opens_at.getTime()) ?? fitting[0]
  return (
    found && {
      starts_at: new Date(found.startsAt),
      duration_minutes: durationMinutes,
      before_minutes: beforeMinutes,
      after_minutes: afterMinutes,
    }
  )
}

async function isStillWaiting(tx: Tx, clinicId: string, entryId: string): Promise<boolean> {
  const entry = await tx
    .selectFrom('waitlist_entries')
    .select('status')
    .where('clinic_id', '=', clinicId)
    .where('id', '=', entryId)
    .forUpdate()
    .executeTakeFirst()
  return entry?.status === 'waiting'
}
