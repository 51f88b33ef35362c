import { sql } from 'kysely'
import * as z from 'zod/mini'
import {
  type CallReason,
  callsUntil,
  type VisitCall,
  type VisitCalls,
} from '#domain/appointments/visit-calls.ts'
import { dayMs } from '#domain/values/durations.ts'
import { dateIn } from '#domain/values/zones.ts'
import { action, type ClinicCtx } from '#server/clinic/action.ts'
import { clinicZone } from '#server/clinic/clinic-zone.ts'
import { readReach } from '#server/clinic/reach.ts'
import { recordRead } from '#server/clinic/record-read.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { clinicSendsTexts } from '../../text-messages/clinic-sends-texts.ts'

/**
 * Returns the calls to make to patients without an account that no message reaches: about visits until the end of the
 * second working day, and about visits that were moved, canceled or restored. Calls made today are included
 * (docs/decisions/0177). Audits a read of the patients.
 * @throws AppError `not_allowed`, `second_step_required`
 */
export const visitCalls = action({
  name: 'visit-calls',
  input: z.object({}),
  access: 'appointments:read',
  system: 'whether messages reach a patient depends on rows that no caller reads',
  async run(tx, ctx): Promise<VisitCalls> {
    const zone = await clinicZone(tx, ctx.clinicId)
    const today = dateIn(ctx.now(), zone)
    const { until, rows } = await asSystem(tx, async () => {
      const lastDay = await lastDayOf(tx, ctx.clinicId, today)
      const [changes, reminders] = [await readChanges(tx, ctx), await readReminders(tx, ctx, lastDay)]
      // a change in time names the time, so it is a reminder too
      const changed = new Set(changes.map(({ id }) => id))
      return { until: lastDay, rows: [...changes, ...reminders.filter(({ id }) => !changed.has(id))] }
    })
    const calls = rows
      .filter(({ called_at: at }) => !at || dateIn(at, zone) === today)
      .map(callOf)
      .sort((a, b) => a.startsAt.localeCompare(b.startsAt, 'en-US'))
    if (calls.length > 0)
      await recordRead(
        tx,
        ['appointments', 'patients', 'patient_details'],
        [...new Set(calls.map(({ patientId }) => patientId))],
        'visit-calls',
      )
    return { until, calls }
  },
})

interface CallRow {
  id: string
  about: CallReason
  sequence: number
  starts_at: Date
  was_starts_at: Date | null
  time_zone: string
  patient_id: string
  patient_name: string
  phone: string | null
  provider_name: string | null
  called_at: Date | null
  called_by: string | null
}

function callOf(row: CallRow): VisitCall {
  return {
    appointmentId: row.id,
    about: row.about,
    startsAt: row.starts_at.toISOString(),
    sequence: row.sequence,
    patientId: row.patient_id,
    patientName: row.patient_name,
    phone: row.phone,
    timeZone: row.time_zone,
    wasStartsAt: row.about === 'moved' ? (row.was_starts_at?.toISOString() ?? null) : null,
    providerName: row.provider_name,
    called: row.called_at && { at: row.called_at.toISOString(), by: row.called_by },
  }
}

async function lastDayOf(tx: Tx, clinicId: string, today: string): Promise<string> {
  const [hours, closed] = await Promise.all([
    sql<{ day: number }>`
      select distinct h.day from public.provider_hours h
        join public.providers p on p.clinic_id = h.clinic_id and p.id = h.provider_id and p.is_active
       where h.clinic_id = ${clinicId} and h.valid_from <= ${today}::date + 14
         and (h.valid_until is null or h.valid_until >= ${today}::date)`.execute(tx),
    sql<{ startsOn: string; endsOn: string }>`
      select to_char(e.starts_on, 'YYYY-MM-DD') as "startsOn", to_char(e.ends_on, 'YYYY-MM-DD') as "endsOn"
        from public.schedule_exceptions e
       where e.clinic_id = ${clinicId} and e.provider_id is null and e.kind = 'off' and e.opens is null
         and e.ends_on >= ${today}::date and e.starts_on <= ${today}::date + 14`.execute(tx),
  ])
  return callsUntil(
    today,
    hours.rows.map(({ day }) => day),
    closed.rows,
  )
}

const columns = sql`a.id, a.time_zone, a.patient_id, p.full_name as patient_name, d.phone, v.name as provider_name,
  k.called_at, coalesce(u.user_metadata ->> 'full_name', u.email) as called_by`
const people = sql`
  join public.patients p on p.clinic_id = a.clinic_id and p.id = a.patient_id and p.user_id is null
  left join public.patient_details d on d.clinic_id = p.clinic_id and d.patient_id = p.id
  left join public.providers v on v.clinic_id = a.clinic_id and v.id = a.provider_id`
/** The words of a text message that was not sent because its visit had changed. */
const isLost = sql`t.status in ('failed', 'withheld') and t.reason is distinct from 'withdrawn'`
const longestMs = 60 * dayMs

/** Changes of visits that reached no one (`deliverNotice`), unless the visit has changed again or is over. */
async function readChanges(tx: Tx, { clinicId, now }: ClinicCtx): Promise<CallRow[]> {
  const { rows } = await sql<CallRow>`
    select ${columns}, c.kind as about, c.sequence, c.starts_at, c.was_starts_at
      from app.notices n
      join public.appointment_changes f on f.clinic_id = n.clinic_id and f.id = n.subject_id::uuid
      join public.appointments o on o.clinic_id = f.clinic_id and o.id = f.appointment_id
      join public.appointments a on a.clinic_id = o.clinic_id and (a.id = o.id or a.series_id = o.series_id)
      join public.appointment_changes c on c.clinic_id = a.clinic_id and c.appointment_id = a.id and c.kind = f.kind
       and c.changed_at = f.changed_at and (c.id = f.id or a.id <> o.id) and c.sequence = a.sequence
      ${people}
      left join app.text_messages t on t.clinic_id = n.clinic_id and t.notice_id = n.id
      left join app.visit_calls k on k.clinic_id = a.clinic_id and k.appointment_id = a.id and k.about = c.kind
       and k.starts_at = c.starts_at and k.sequence = c.sequence
      left join auth.users u on u.id = k.called_by
     where n.clinic_id = ${clinicId} and n.kind = 'visit_patient' and n.noticed_at > ${new Date(now().getTime() - longestMs)}
       and (n.outcome = 'call' or (n.outcome = 'text' and ${isLost}))
       and c.kind in ('moved', 'canceled', 'reopened') and (a.status = 'canceled') = (c.kind = 'canceled')
       and a.status in ('upcoming', 'requested', 'canceled') and greatest(a.starts_at, c.was_starts_at) > ${now()}
     order by a.starts_at limit 500`.execute(tx)
  return rows
}

/** As for reminders by mail, not of visits that were booked or moved within a day before them. */
async function readReminders(tx: Tx, ctx: ClinicCtx, lastDay: string): Promise<CallRow[]> {
  const { clinicId } = ctx
  const now = ctx.now()
  const { rows } = await sql<CallRow & { is_lost: boolean }>`
    select ${columns}, 'reminder' as about, 0 as sequence, a.starts_at, null as was_starts_at,
           exists (select from app.notices n join app.text_messages t on t.clinic_id = n.clinic_id and t.notice_id = n.id
                    where n.clinic_id = a.clinic_id and n.appointment_id = a.id and n.visit_starts_at = a.starts_at
                      and ${isLost}) as is_lost
      from public.appointments a
      ${people}
      left join lateral (
        select l.called_at, l.called_by from app.visit_calls l
         where l.clinic_id = a.clinic_id and l.appointment_id = a.id and l.starts_at = a.starts_at
           and l.about in ('reminder', 'moved') and (l.about = 'reminder' or l.called_at > ${new Date(now.getTime() - 3 * dayMs)})
         order by l.called_at desc nulls last limit 1) k on true
      left join auth.users u on u.id = k.called_by
     where a.clinic_id = ${clinicId} and a.status = 'upcoming' and a.arrived_at is null and a.starts_at > ${now}
       and a.date <= ${lastDay}::date
       and (select max(c.changed_at) from public.appointment_changes c
             where c.clinic_id = a.clinic_id and c.appointment_id = a.id and c.kind in ('booked', 'requested', 'moved'))
           < a.starts_at - interval '24 hours'
     order by a.starts_at limit 500`.execute(tx)
  const patientIds = [...new Set(rows.map(({ patient_id: id }) => id))]
  if (patientIds.length === 0) return []
  const clinicHasTexts = await clinicSendsTexts(tx, { clinicId, hasSms: ctx.sms !== null, now })
  const reached = await readReach(tx, { clinicId, patientIds, clinicHasTexts })
  return rows.filter(({ patient_id: id, is_lost }) => {
    const patient = reached.get(id)
    return (
      patient?.wantsReminders === true && (patient.reach === 'call' || (is_lost && patient.reach === 'text'))
    )
  })
}
